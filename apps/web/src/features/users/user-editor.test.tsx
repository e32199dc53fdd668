// @vitest-environment jsdom
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { claimDrafts, keepDraft, readDraft } from '../../api/browser/form-drafts.ts'
import { fill, prepareScreens, showScreen } from '../../testing/screen.tsx'
import { callsOf, held, refusal, serve } from '../../testing/server.ts'
import { UserEditor } from './user-editor.tsx'

prepareScreens()

const ada = {
  _id: 'u1',
  name: 'Ada',
  email: 'ada@example.org',
  type: 'admin',
  role: { _id: 'r1', name: 'Owner' },
  status: 'active',
  shoppingFeedStatus: 'active',
  phone: null,
  about: null,
  image: null,
  version: 3,
} as const
const answer = (change: object) => ({ message: '', data: { ...ada, version: 4, ...change } })

beforeEach(() => {
  claimDrafts(null)
  serve({ 'roles.listAssignable': () => ({ data: [{ _id: 'r2', name: 'Moderator' }] }) })
})

const edit = () => showScreen(<UserEditor saved={ada} type="admin" />, { at: '/users/u1/edit' })
const make = () => showScreen(<UserEditor saved={null} type="member" />, { at: '/users/new' })
const button = (name: string) => screen.findByRole<HTMLButtonElement>('button', { name })
const pick = async (name: string, option: string) =>
  fireEvent.change(await screen.findByRole('combobox', { name }), { target: { value: option } })
const bodies = (name: 'users.create' | 'users.update') => callsOf(name).map(({ body }) => body)

test('sends what was changed as a form with the id, and goes to the person', async () => {
  const { user, address } = edit()
  serve({ 'users.update': () => answer({}) })
  await fill(user, 'Phone', '123')
  await screen.findByRole('option', { name: 'Moderator' })
  await pick('Role', 'r2')
  await user.dblClick(await button('Save'))
  await waitFor(() => expect(address()).toBe('/users/u1'))
  expect(callsOf('users.update')).toMatchObject([
    {
      params: { id: 'u1' },
      body: { id: 'u1', phone: '123', role: 'r2', version: '3' },
      multipart: true,
    },
  ])
  expect(Object.keys(bodies('users.update')[0] as object).sort()).toEqual([
    'id',
    'phone',
    'role',
    'version',
  ])
})

test('a new one is sent with what is filled in, and goes to their list', async () => {
  const { user, address } = make()
  serve({ 'users.create': () => answer({ type: 'business' }) })
  await fill(user, 'Name', 'Bo')
  await pick('Type', 'business')
  await fill(user, 'Business', 'Boats')
  await user.click(await button('Create'))
  await waitFor(() => expect(address()).toBe('/users/business'))
  expect(bodies('users.create')).toEqual([
    {
      name: 'Bo',
      email: '',
      type: 'business',
      businessName: 'Boats',
      status: 'active',
      shoppingFeedStatus: 'active',
    },
  ])
})

test('asks for one’s own password where the server wants it, and writes it into no draft', async () => {
  const { user, address } = edit()
  const errors = [{ msg: 'is needed', path: 'currentPassword' }, 'And something else']
  serve({ 'users.update': () => refusal(422, { message: 'No', errors }) })
  await fill(user, 'E-mail', 'new@example.org')
  expect(screen.queryByLabelText(/Your password/)).toBeNull()
  await user.click(await button('Save'))
  const password = await screen.findByLabelText<HTMLInputElement>(/Your password/)
  await waitFor(() => expect(document.activeElement).toBe(password))
  expect(screen.getByText('is needed')).toBeDefined()
  expect(await screen.findByText('And something else')).toBeDefined()
  await user.click(password)
  await user.paste('three calm green boats')
  await waitFor(() => expect(readDraft('users/u1')).toEqual({ email: 'new@example.org' }))
  expect(screen.getByLabelText(/Your password/)).toBe(password)
  serve({ 'users.update': () => answer({}) })
  await user.click(await button('Save'))
  await waitFor(() => expect(address()).toBe('/users/u1'))
  expect(bodies('users.update')[1]).toMatchObject({
    email: 'new@example.org',
    currentPassword: 'three calm green boats',
  })
})

test('a draft is there again, and says so', async () => {
  keepDraft('users/u1', { about: 'Typed before' })
  edit()
  expect(await screen.findByText('Your unsaved changes were restored.')).toBeDefined()
  const about = screen.getByRole<HTMLTextAreaElement>('textbox', { name: 'About' })
  expect(about.value).toBe('Typed before')
})

test('what was typed while it was saved stays, with what the server made of the rest', async () => {
  const { user, address } = edit()
  const { handler, letGo } = held(answer({ name: 'Ada of the server' }))
  serve({ 'users.update': handler })
  await fill(user, 'Name', 'Ada L.')
  await user.click(await button('Save'))
  await fill(user, 'About', 'Later')
  letGo()
  const name = screen.getByRole<HTMLInputElement>('textbox', { name: 'Name' })
  await waitFor(() => expect(name.value).toBe('Ada of the server'))
  expect(screen.getByRole<HTMLTextAreaElement>('textbox', { name: 'About' }).value).toBe('Later')
  expect(address()).toBe('/users/u1/edit')
})

const outOfDate = (data: object) => refusal(409, { message: 'Old', code: 'out_of_date', data })
const nobodyKnown = () => ({ data: { entries: [] } })

test('a conflict names what the other one chose; theirs can be taken', async () => {
  const { user, address } = edit()
  const theirs = { ...ada, role: { _id: 'r9', name: 'Hidden' }, phone: '999', version: 8 }
  serve({ 'users.update': () => outOfDate(theirs), 'auditLog.list': nobodyKnown })
  await fill(user, 'Phone', '123')
  await screen.findByRole('option', { name: 'Moderator' })
  await pick('Role', 'r2')
  await user.click(await button('Save'))
  const dialog = await screen.findByRole('dialog', { name: /Somebody else changed this person/ })
  const rows = within(dialog).getAllByRole('row').slice(1)
  expect(rows.map((row) => [...row.children].map((cell) => cell.textContent))).toEqual([
    ['Role', 'Moderator', 'Hidden'],
    ['Phone', '123', '999'],
  ])
  expect(dialog.textContent).toContain('Somebody else saved this')
  for (const name of ['Role: theirs, Hidden', 'Phone: theirs, 999'])
    await user.click(within(dialog).getByRole('radio', { name }))
  await user.click(within(dialog).getByRole('button', { name: 'Save these choices' }))
  // Nothing of one's own is left to save.
  await waitFor(() => expect(address()).toBe('/users/u1'))
  expect(callsOf('users.update')).toHaveLength(1)
})

test('another’s change of another field is kept, without a question', async () => {
  const { user, address } = edit()
  serve({
    'users.update': ({ body }) =>
      (body as { version: string }).version === '8'
        ? answer({ phone: '123', about: 'Theirs' })
        : outOfDate({ ...ada, about: 'Theirs', version: 8 }),
    'auditLog.list': nobodyKnown,
  })
  await fill(user, 'Phone', '123')
  await user.click(await button('Save'))
  await waitFor(() => expect(address()).toBe('/users/u1'))
  expect(bodies('users.update')[1]).toEqual({ id: 'u1', phone: '123', version: '8' })
  expect(screen.getByText('Somebody else also changed About. Both changes are kept.')).toBeDefined()
})

test('asks before it is left unsaved, and forgets what is given up', async () => {
  const { user, address, go } = edit()
  await fill(user, 'Name', 'Else')
  await waitFor(() => expect(readDraft('users/u1')).not.toBeNull())
  go('/users/u1')
  const ask = () => screen.findByRole('dialog', { name: 'Leave without saving?' })
  await user.click(within(await ask()).getByRole('button', { name: 'Stay' }))
  expect(screen.getByRole<HTMLInputElement>('textbox', { name: 'Name' }).value).toBe('Else')
  expect(address()).toBe('/users/u1/edit')
  go('/users/u1')
  await user.click(within(await ask()).getByRole('button', { name: 'Leave' }))
  await waitFor(() => expect(address()).toBe('/users/u1'))
  expect(readDraft('users/u1')).toBeNull()
})
