// @vitest-environment jsdom
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import { claimDrafts, keepDraft, readDraft } from '../../api/browser/form-drafts.ts'
import { fill, prepareScreens, showScreen } from '../../testing/screen.tsx'
import { callsOf, filesAndTexts, held, refusal, serve } from '../../testing/server.ts'
import { CategoryEditor } from './category-editor.tsx'

prepareScreens()

const category = {
  _id: 'c1',
  name: 'Garden',
  parent: 'c2',
  status: 'active',
  color: '#2b8a3e',
  description: null,
  image: '/uploads/a.webp',
  version: 2,
} as const
const categories = [category, { ...category, _id: 'c2', name: 'Outdoors', parent: null }]
const picture = `data:image/webp;base64,${btoa('picture')}`
const answer = (change: object) => ({ message: '', data: { ...category, version: 3, ...change } })

beforeEach(() => {
  claimDrafts(null)
  serve({ 'categories.list': () => ({ data: { categories } }) })
})

function show(of: typeof category | null) {
  const done = vi.fn()
  return { done, ...showScreen(<CategoryEditor record={of} leave={done} />) }
}
const button = (name: string) => screen.findByRole<HTMLButtonElement>('button', { name })
const pick = async (name: string, option: string) => {
  await screen.findByRole('option', { name: 'Outdoors' })
  fireEvent.change(screen.getByRole('combobox', { name }), { target: { value: option } })
}

test('sends what was changed as JSON: no picture and no parent are null', async () => {
  const { user, done } = show(category)
  serve({ 'categories.update': () => answer({}) })
  await user.click(await button('Remove picture'))
  await pick('Parent', '')
  await user.click(await button('Save category'))
  await waitFor(() => expect(done).toHaveBeenCalled())
  expect(callsOf('categories.update')).toMatchObject([
    { params: { id: 'c1' }, body: { image: null, parent: null, version: 2 }, multipart: false },
  ])
  expect(await screen.findByText('Saved')).toBeDefined()
})

test('a draft with a picture is there again, and goes out as a form with the file', async () => {
  keepDraft('/categories/c1', { description: 'Typed before', image: picture })
  const { user, done } = show(category)
  serve({ 'categories.update': () => answer({}) })
  const description = await screen.findByRole<HTMLTextAreaElement>('textbox', {
    name: 'Description',
  })
  expect(description.value).toBe('Typed before')
  await user.click(await button('Save category'))
  await waitFor(() => expect(done).toHaveBeenCalled())
  const { image, ...texts } = filesAndTexts('categories.update')
  expect(await image.text()).toBe('picture')
  expect(texts).toEqual({ description: 'Typed before', version: '2' })
  expect(readDraft('/categories/c1')).toBeNull()
})

test('what stands unsaved is written down as a draft, and only that', async () => {
  const { user } = show(category)
  await fill(user, 'Name', 'Gardens')
  await waitFor(() => expect(readDraft('/categories/c1')).toEqual({ name: 'Gardens' }))
  await fill(user, 'Name', 'Garden')
  await waitFor(() => expect(readDraft('/categories/c1')).toBeNull())
})

test('a new one becomes a change where something was typed while it was made', async () => {
  const { user, done } = show(null)
  const { handler, letGo } = held(answer({ _id: 'c9', name: 'Slow', parent: null, image: null }))
  serve({ 'categories.create': handler })
  await fill(user, 'Name', 'Slow')
  await user.click(await button('Create category'))
  await fill(user, 'Description', 'Typed meanwhile')
  letGo()
  const save = await button('Save category')
  await waitFor(() => expect(save.disabled).toBe(false))
  expect(callsOf('categories.create')).toMatchObject([{ body: { name: 'Slow' }, multipart: false }])
  expect(callsOf('categories.create')[0]?.body).toEqual({ name: 'Slow' })
  expect(done).not.toHaveBeenCalled()
  serve({ 'categories.update': () => answer({}) })
  await user.click(save)
  await waitFor(() => expect(done).toHaveBeenCalled())
  expect(callsOf('categories.update')).toMatchObject([
    { params: { id: 'c9' }, body: { description: 'Typed meanwhile', version: 3 } },
  ])
})

test('a refused picture says so at its field, which has the focus', async () => {
  keepDraft('/categories/c1', { image: picture })
  const { user } = show(category)
  const errors = [{ msg: 'holds no picture', path: 'image' }]
  serve({ 'categories.update': () => refusal(422, { message: 'No', errors }) })
  await user.click(await button('Save category'))
  const field = screen.getByRole('group', { name: 'Picture' })
  expect(await within(field).findByText('holds no picture')).toBeDefined()
  await waitFor(async () => expect(document.activeElement).toBe(await button('Change picture')))
})

test('a conflict is told in words for people', async () => {
  const { user } = show(category)
  const theirs = { ...category, parent: null, status: 'inactive', image: '/b.webp', version: 5 }
  serve({
    'categories.update': () => refusal(409, { message: 'Old', code: 'out_of_date', data: theirs }),
    'auditLog.list': () => ({ data: { entries: [] } }),
  })
  await pick('Status', 'inactive')
  await user.click(await button('Remove picture'))
  await user.click(await button('Save category'))
  const dialog = await screen.findByRole('dialog', { name: /Somebody else changed this category/ })
  const rows = within(dialog).getAllByRole('row').slice(1)
  expect(rows.map((row) => [...row.children].map((cell) => cell.textContent))).toEqual([
    ['Picture', 'none', 'another picture'],
  ])
})

test('another’s change of another field is kept; the same field is asked', async () => {
  const { user, done } = show(category)
  const theirs = { ...category, description: 'Theirs', version: 9 }
  serve({
    'categories.update': ({ body }) =>
      (body as { version: number }).version === 9
        ? answer({})
        : refusal(409, { message: 'Old', code: 'out_of_date', data: theirs }),
    'auditLog.list': () => ({ data: { entries: [] } }),
  })
  await fill(user, 'Description', 'Mine')
  await user.click(await button('Save category'))
  const dialog = await screen.findByRole('dialog', { name: /Somebody else changed this category/ })
  expect(within(dialog).getByRole('row', { name: /Description/ }).textContent).toBe(
    'DescriptionMineTheirs',
  )
  await user.click(within(dialog).getByRole('button', { name: 'Close' }))
  await fill(user, 'Description', '')
  await fill(user, 'Name', 'Gardens')
  await user.click(await button('Save category'))
  await waitFor(() => expect(done).toHaveBeenCalled())
  expect(callsOf('categories.update').at(-1)?.body).toEqual({ name: 'Gardens', version: 9 })
  expect(
    screen.getByText('Somebody else also changed Description. Both changes are kept.'),
  ).toBeDefined()
})
