// @vitest-environment jsdom
import { currentTranslator, setTranslator, translator } from '@steward/i18n/reader'
import { screen, waitFor } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { changePreferences, showAs, shownPreferences } from '../api/language/language.ts'
import { prepareApp, showApp } from '../testing/app.tsx'
import { callsOf, held, refusal, serve } from '../testing/server.ts'

prepareApp()
afterEach(async () => {
  await showAs({})
  setTranslator(translator({ language: 'en', locale: 'en' }))
})

/** Serves an account that has preferences. */
function account(data: object): void {
  const lacking = () => refusal(404, { message: 'No such call' })
  serve({
    'profile.own': () => ({ data: { id: '1', name: 'Ada', email: 'ada@example.com' } }),
    'profile.preferences': () => ({ data }),
    'secondFactor.own': lacking,
    'openid.own': lacking,
    'profile.sessions': lacking,
  })
}

test('the account says how its person reads, and not whoever sat here before', async () => {
  await changePreferences({ timeZone: 'Asia/Tokyo', numbers: 'de' })
  account({ hours: 24 })
  showApp('/profile')
  await waitFor(() => expect(shownPreferences()).toEqual({ language: undefined, hours: 24 }))
  expect(currentTranslator().reader).toMatchObject({ timeZone: undefined, numbers: 'en-US' })
})

test('a choice is sent alone, and taken back where it can’t be kept', async () => {
  account({ hours: 24, numbers: 'fr' })
  const answer = held(null)
  serve({
    'profile.setPreferences': async () => {
      await answer.handler()
      return refusal(503, { message: 'Not now.' })
    },
  })
  const { user } = showApp('/profile')
  await waitFor(() => expect(shownPreferences()).toMatchObject({ numbers: 'fr' }))
  await user.selectOptions(await screen.findByLabelText('Numbers'), 'de')
  await waitFor(() => expect(shownPreferences()).toMatchObject({ hours: 24, numbers: 'de' }))
  const sent = () => callsOf('profile.setPreferences').map(({ body }) => body)
  await waitFor(() => expect(sent()).toEqual([{ numbers: 'de' }]))
  answer.letGo()
  await screen.findByText('Not now.')
  await waitFor(() => expect(shownPreferences()).toMatchObject({ hours: 24, numbers: 'fr' }))
})
