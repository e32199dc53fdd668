// @vitest-environment jsdom
import { currentTranslator, setTranslator, translator } from '@steward/i18n/reader'
import { screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { changeWords } from '../../api/language/own-words.ts'
import { prepareApp, showApp } from '../../testing/app.tsx'
import { callsOf, refusal, serve } from '../../testing/server.ts'

prepareApp()
const answer = (words: object, version = 1, mayChange = true) => ({
  message: '',
  data: { words, version, mayChange },
})
const members = { en: { member: 'neighbour', members: 'neighbours' } }
beforeEach(() => serve({ 'words.read': () => answer({}, 0) }))
afterEach(async () => {
  await changeWords({})
  setTranslator(translator({ language: 'en', locale: 'en' }))
})

const field = (name: string) => screen.findByRole<HTMLInputElement>('textbox', { name })
const button = (name: string) => screen.findByRole<HTMLButtonElement>('button', { name })

test('shows examples by the words that are typed, and saves what differs', async () => {
  serve({ 'words.save': () => answer(members) })
  const { user } = showApp('/words')
  expect((await button('Save')).disabled).toBe(true)
  await user.type(await field('member'), ' neighbour ')
  await user.type(await field('members'), 'neighbours')
  await user.type(await field('roles'), 'roles')
  expect(await screen.findByText('Neighbours · 1 neighbour · 3 neighbours')).toBeDefined()
  // Only what is saved is everywhere.
  expect(currentTranslator().t('Members')).toBe('Members')
  await user.click(await button('Save'))
  await waitFor(() => expect(currentTranslator().t('No members')).toBe('No neighbours'))
  expect(callsOf('words.save')[0]?.body).toEqual({ words: members, version: 0 })
  expect(await screen.findByText('Words saved')).toBeDefined()
  serve({ 'words.save': () => answer({}, 2) })
  await user.click(await button('Undo'))
  await waitFor(() => expect(currentTranslator().t('No members')).toBe('No members'))
  expect(callsOf('words.save')[1]?.body).toEqual({ words: {}, version: 1 })
})

test('is the usual words again, by language', async () => {
  const saved = { ...members, de: { Mitglied: 'Nachbar' } }
  serve({ 'words.read': () => answer(saved), 'words.save': () => answer({ en: members.en }, 2) })
  const { user } = showApp('/words')
  await user.selectOptions(await screen.findByLabelText('Language'), 'de')
  expect((await field('Mitglied')).value).toBe('Nachbar')
  await user.click(await button('Use the usual words'))
  expect((await field('Mitglied')).value).toBe('')
  await user.click(await button('Save'))
  await waitFor(() => expect(callsOf('words.save')).toHaveLength(1))
  expect(callsOf('words.save')[0]?.body).toEqual({ words: members, version: 1 })
})

test('keeps what was typed beside what somebody else has saved', async () => {
  serve({
    'words.save': () =>
      refusal(409, {
        message: 'Somebody else has changed the words.',
        code: 'out_of_date',
        data: answer({ en: { bill: 'invoice' } }, 4).data,
      }),
  })
  const { user } = showApp('/words')
  await user.type(await field('member'), 'neighbour')
  await user.click(await button('Save'))
  expect(await screen.findByText('Somebody else has changed the words.')).toBeDefined()
  expect((await field('bill')).value).toBe('invoice')
  expect((await field('member')).value).toBe('neighbour')
  await user.click(await button('Save'))
  await waitFor(() => expect(callsOf('words.save')).toHaveLength(2))
  expect(callsOf('words.save')[1]?.body).toEqual({
    words: { en: { bill: 'invoice', member: 'neighbour' } },
    version: 4,
  })
})

test('says at the field what is wrong', async () => {
  serve({
    'words.save': () =>
      refusal(422, {
        message: 'Please check',
        code: 'invalid',
        errors: [{ msg: 'Must not hold < > { } #', path: 'words.en.member' }],
      }),
  })
  const { user } = showApp('/words')
  await user.type(await field('member'), '<b>')
  await user.click(await button('Save'))
  expect(await screen.findByText('Must not hold < > { } #')).toBeDefined()
  expect((await field('member')).getAttribute('aria-invalid')).toBe('true')
})

test('is read by those who are no owner', async () => {
  serve({ 'words.read': () => answer(members, 1, false) })
  showApp('/words')
  expect((await field('member')).readOnly).toBe(true)
  expect(screen.getByText('Only an owner can choose the words of the community.')).toBeDefined()
  expect(screen.queryByRole('button', { name: 'Save' })).toBeNull()
})

test('is tried again after a failure, and not offered by a server without it', async () => {
  serve({ 'words.read': () => refusal(500, { message: 'Not now.' }) })
  const { user } = showApp('/words')
  await screen.findByText('Not now.')
  serve({ 'words.read': () => refusal(404, { message: 'No such call' }) })
  await user.click(await button('Retry'))
  expect(await screen.findByText('This server doesn’t offer that.')).toBeDefined()
})
