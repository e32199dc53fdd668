// @vitest-environment jsdom
import { screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import type { Role } from '../../api/answers/records.ts'
import { claimDrafts, keepDraft, readDraft } from '../../api/browser/form-drafts.ts'
import { fill, prepareScreens, showScreen } from '../../testing/screen.tsx'
import { callsOf, filesAndTexts, held, refusal, serve } from '../../testing/server.ts'
import { RoleEditor } from './role-editor.tsx'

prepareScreens()
beforeEach(() => claimDrafts(null))

const tasks = (list: boolean, create: boolean, update = false) => [
  { module: 'Operations', submodules: [{ name: 'Tasks', actions: { list, create, update } }] },
]
const own = { permissions: tasks(true, true, true), conditions: [], fieldRules: [] }
const role = {
  _id: 'r1',
  name: 'Editor',
  description: 'Edits',
  image: null,
  permissions: tasks(true, false),
  status: 'active',
  userCount: 0,
  version: 2,
} as const
const change = { names: { module: 'Operations', submodule: 'Tasks', action: 'create' }, on: true }
const picture = `data:image/webp;base64,${btoa('picture')}`
const noEffect = () => ({
  message: '',
  data: { people: [], peopleCount: 0, activeCount: 0, gained: [], lost: [], refused: [] },
})
const answer = (of: object) => ({ message: '', data: { ...role, version: 3, ...of } })

const edit = (of: Role = role) =>
  showScreen(<RoleEditor saved={of} copied={null} own={own} />, { at: '/roles/r1' })
const make = (copied: Role | null) =>
  showScreen(<RoleEditor saved={null} copied={copied} own={own} />, { at: '/roles/new' })
const button = (name: string) => screen.findByRole<HTMLButtonElement>('button', { name })
const box = (name: RegExp) => screen.findByRole<HTMLInputElement>('checkbox', { name })
const name = () => screen.getByRole<HTMLInputElement>('textbox', { name: 'Name' }).value

test('sends what was changed and stays: permissions as a whole, or not at all', async () => {
  const { user, address } = edit()
  serve({ 'roles.update': () => answer({ description: 'Else' }) })
  await fill(user, 'Description', 'Else')
  await user.click(await button('Save'))
  expect(await screen.findByText('Role saved')).toBeDefined()
  expect(callsOf('roles.update')[0]?.body).toEqual({ _id: 'r1', description: 'Else', version: 2 })
  const after = { description: 'Else', permissions: tasks(true, true), version: 4 }
  serve({
    'roles.update': () => answer(after),
    'roles.effect': noEffect,
  })
  await user.click(await box(/^Tasks: create/))
  await user.dblClick(await button('Save'))
  await screen.findByText('No changes')
  expect(callsOf('roles.update')).toHaveLength(2)
  expect(callsOf('roles.update')[1]?.body).toEqual({
    _id: 'r1',
    permissions: tasks(true, true),
    version: 3,
  })
  expect(address()).toBe('/roles/r1')
})

test('shows the effect before people gain or lose something', async () => {
  const { user } = edit({ ...role, userCount: 2 })
  serve({ 'roles.effect': noEffect, 'roles.update': () => answer({}) })
  await user.click(await box(/^Tasks: create/))
  await user.click(await button('Save'))
  const dialog = await screen.findByRole('dialog', { name: 'Effect of this change' })
  expect(callsOf('roles.update')).toEqual([])
  await user.click(within(dialog).getByRole('button', { name: 'Save' }))
  await waitFor(() => expect(callsOf('roles.update')).toHaveLength(1))
})

test('the effect stays until it is saved, and one that is pressed twice is sent once', async () => {
  const { user } = edit({ ...role, userCount: 2 })
  const saving = held(answer({ permissions: tasks(true, true) }))
  serve({ 'roles.effect': noEffect, 'roles.update': saving.handler })
  await user.click(await box(/^Tasks: create/))
  await user.click(await button('Preview effect'))
  const dialog = await screen.findByRole('dialog', { name: 'Effect of this change' })
  await user.dblClick(within(dialog).getByRole('button', { name: 'Save' }))
  await waitFor(() => expect(callsOf('roles.update')).toHaveLength(1))
  expect(screen.getByRole('dialog', { name: 'Effect of this change' })).toBe(dialog)
  saving.letGo()
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(await screen.findByText('No changes')).toBeDefined()
  expect(callsOf('roles.update')).toHaveLength(1)
})

test('a filter of a condition saves nothing by itself', async () => {
  const limited = { ...role, conditions: [], fieldRules: [] }
  const { user } = edit(limited)
  serve({ 'roles.update': () => answer({}) })
  await user.click(await screen.findByRole('button', { name: /^Limit/ }))
  await user.click(await button('Add filter'))
  await user.click(await screen.findByRole('option', { name: 'Priority' }))
  await user.click(await screen.findByRole('option', { name: 'High' }).catch(() => box(/High/)))
  await user.click((await screen.findAllByRole('button', { name: 'Apply' }))[0] as HTMLElement)
  expect(await screen.findByRole('button', { name: /^Priority/ })).toBeDefined()
  expect(callsOf('roles.update')).toEqual([])
})

test('a copy starts with what can be granted, and goes to the list once it is made', async () => {
  const copied = {
    ...role,
    permissions: [
      ...tasks(true, true),
      { module: 'Roles', submodules: [{ name: 'Roles', actions: { list: true } }] },
    ],
  }
  const { user, address } = make(copied)
  serve({ 'roles.create': () => answer({}) })
  expect(await screen.findByText(/1 permission of the copied role was left out/)).toBeDefined()
  expect(name()).toBe('Editor copy')
  await user.click(await button('Create role'))
  await waitFor(() => expect(address()).toBe('/roles'))
  expect(callsOf('roles.create')[0]?.body).toEqual({
    name: 'Editor copy',
    description: 'Edits',
    permissions: tasks(true, true),
  })
})

test('a draft is there again; its picture goes as a file, by its own call', async () => {
  keepDraft('roles/r1', { image: picture, permissions: [change] })
  const { user } = edit()
  serve({
    'roles.update': () => answer({ permissions: tasks(true, true) }),
    'roles.updateImage': () => answer({ permissions: tasks(true, true), image: '/new.webp' }),
    'roles.effect': noEffect,
  })
  expect(await screen.findByText('Your unsaved changes were restored.')).toBeDefined()
  expect((await box(/^Tasks: create/)).checked).toBe(true)
  await user.click(await button('Save'))
  await waitFor(() => expect(callsOf('roles.updateImage')).toHaveLength(1))
  expect(callsOf('roles.update')[0]?.body).toEqual({
    _id: 'r1',
    version: 2,
    permissions: tasks(true, true),
  })
  const { image, ...texts } = filesAndTexts('roles.updateImage')
  expect(await image.text()).toBe('picture')
  expect(texts).toEqual({ _id: 'r1' })
})

test('a box that is ticked is written down as a draft; “Discard” gives it up', async () => {
  const { user } = edit()
  serve({ 'roles.effect': noEffect })
  await fill(user, 'Description', 'Else')
  await waitFor(() => expect(readDraft('roles/r1')).toEqual({ description: 'Else' }))
  await user.click(await box(/^Tasks: create/))
  const both = { description: 'Else', permissions: [change] }
  await waitFor(() => expect(readDraft('roles/r1')).toEqual(both))
  await user.click(await button('Discard'))
  expect((await box(/^Tasks: create/)).checked).toBe(false)
  await waitFor(() => expect(readDraft('roles/r1')).toBeNull())
})

test('what was ticked and typed while it was saved stays', async () => {
  const { user } = edit()
  const { handler, letGo } = held(answer({ name: 'Editors' }))
  serve({ 'roles.update': handler, 'roles.effect': noEffect })
  await fill(user, 'Name', 'Editors')
  await user.click(await button('Save'))
  await user.click(await box(/^Tasks: create/))
  await fill(user, 'Description', 'Later')
  letGo()
  await screen.findByText('Role saved')
  expect((await box(/^Tasks: create/)).checked).toBe(true)
  expect(screen.getByText('1 permission granted')).toBeDefined()
  expect(screen.getByRole<HTMLTextAreaElement>('textbox', { name: 'Description' }).value).toBe(
    'Later',
  )
  expect(name()).toBe('Editors')
})

test('a new one stays open where a box was ticked while it was made', async () => {
  const { user, address } = make(null)
  const { handler, letGo } = held(answer({ name: 'Clerk', permissions: tasks(false, false) }))
  serve({ 'roles.create': handler, 'roles.effect': noEffect })
  await fill(user, 'Name', 'Clerk')
  await user.click(await button('Create role'))
  await user.click(await box(/^Tasks: create/))
  letGo()
  expect(await screen.findByText('1 permission granted')).toBeDefined()
  expect(await button('Save')).toBeDefined()
  expect(address()).toBe('/roles/new')
})

test('refused permissions are said where they stand, and a name at its field', async () => {
  const { user } = edit()
  const errors = [
    { msg: 'is taken', path: 'name' },
    { msg: 'can’t be granted', path: 'permissions.0.module' },
  ]
  serve({ 'roles.update': () => refusal(422, { message: 'No', errors }) })
  await fill(user, 'Name', 'Moderator')
  await user.click(await button('Save'))
  expect(await screen.findByText('is taken')).toBeDefined()
  expect(screen.getByText('can’t be granted').getAttribute('role')).toBe('alert')
})

const outOfDate = (data: object) => refusal(409, { message: 'Old', code: 'out_of_date', data })
const theirs = { ...role, permissions: tasks(false, false), version: 9 }

async function conflict() {
  const shown = edit()
  serve({
    'roles.update': () => outOfDate({ ...theirs, name: 'Theirs' }),
    'roles.effect': noEffect,
    'auditLog.list': () => ({ data: { entries: [] } }),
  })
  await fill(shown.user, 'Name', 'Mine')
  await shown.user.click(await box(/^Tasks: create/))
  await shown.user.click(await button('Save'))
  const dialog = await screen.findByRole('dialog', { name: /Somebody else changed this role/ })
  const rows = within(dialog).getAllByRole('row').slice(1)
  const cells = rows.map((row) => [...row.children].map((cell) => cell.textContent))
  return { ...shown, dialog, cells }
}

test('boxes that two people ticked are put together one by one, without a question', async () => {
  const { user } = edit()
  serve({
    'roles.update': ({ body }) =>
      (body as { version: number }).version === 9
        ? answer({ permissions: tasks(false, true), version: 10 })
        : outOfDate(theirs),
    'roles.effect': noEffect,
    'auditLog.list': () => ({ data: { entries: [] } }),
  })
  await user.click(await box(/^Tasks: create/))
  await user.click(await button('Save'))
  const words = 'Somebody else also changed Permissions. Both changes are kept.'
  expect(await screen.findByText(words)).toBeDefined()
  expect(callsOf('roles.update').map(({ body }) => body)).toEqual([
    { _id: 'r1', permissions: tasks(true, true), version: 2 },
    { _id: 'r1', permissions: tasks(false, true), version: 9 },
  ])
  expect((await box(/^Tasks: see the list/)).checked).toBe(false)
  expect((await box(/^Tasks: create/)).checked).toBe(true)
})

test('saving the choices puts one’s own boxes and words on top of theirs', async () => {
  const { user, dialog, cells } = await conflict()
  expect(cells).toEqual([['Name', 'Mine', 'Theirs']])
  expect(dialog.textContent).toContain('Only they changed Permissions, which is kept.')
  await user.click(within(dialog).getByRole('button', { name: 'Save these choices' }))
  await waitFor(async () => expect((await box(/^Tasks: see the list/)).checked).toBe(false))
  expect((await box(/^Tasks: create/)).checked).toBe(true)
  expect(name()).toBe('Mine')
})

test('a choice of theirs gives one’s own words up', async () => {
  const { user, dialog } = await conflict()
  await user.click(within(dialog).getByRole('radio', { name: 'Name: theirs, Theirs' }))
  await user.click(within(dialog).getByRole('button', { name: 'Save these choices' }))
  await waitFor(() => expect(name()).toBe('Theirs'))
  expect((await box(/^Tasks: create/)).checked).toBe(true)
})

const silent = { _id: 'r1', name: 'Editor', status: 'active' as const }

test('what the server doesn’t tell is not false: only what was touched is sent', async () => {
  const { user } = edit(silent)
  serve({ 'roles.update': () => ({}), 'roles.list': () => ({ data: [silent] }) })
  expect(await screen.findByText(/doesn’t say which permissions this role has/)).toBeDefined()
  expect((await box(/^Tasks: see the list, unknown/)).indeterminate).toBe(true)
  expect(screen.queryByText(/granted/)).toBeNull()
  await user.click(await box(/^Tasks: create/))
  await user.click(await box(/^Tasks: edit/))
  await user.click(await box(/^Tasks: edit/))
  expect(screen.getByText('1 permission granted, 1 permission revoked')).toBeDefined()
  await user.click(await button('Save'))
  await waitFor(() => expect(callsOf('roles.update')).toHaveLength(1))
  expect(callsOf('roles.update')[0]?.body).toEqual({
    _id: 'r1',
    permissions: [
      {
        module: 'Operations',
        submodules: [{ name: 'Tasks', actions: { create: true, update: false } }],
      },
    ],
  })
  expect(await screen.findByText('Role saved')).toBeDefined()
})

test('what nobody knows stays unknown once something of it was saved', async () => {
  const { user } = edit(silent)
  serve({ 'roles.update': () => ({}), 'roles.list': () => ({ data: [silent] }) })
  await user.click(await box(/^Tasks: create/))
  await user.click(await button('Save'))
  await screen.findByText('No changes')
  expect((await box(/^Tasks: see the list, unknown/)).indeterminate).toBe(true)
  await user.click(await box(/^Tasks: edit/))
  await user.click(await button('Save'))
  await waitFor(() => expect(callsOf('roles.update')).toHaveLength(2))
  expect(callsOf('roles.update')[1]?.body).toMatchObject({
    permissions: [{ submodules: [{ actions: { update: true } }] }],
  })
  expect(JSON.stringify(callsOf('roles.update')[1]?.body)).not.toContain('list')
})

test('a third click leaves a permission that nobody knows as it is', async () => {
  const { user } = edit(silent)
  for (const _ of [1, 2, 3]) await user.click(await box(/^Tasks: create/))
  expect((await box(/^Tasks: create, unknown/)).indeterminate).toBe(true)
  expect(await screen.findByText('No changes')).toBeDefined()
})

test('an answer without the role: it is saved once, and loaded anew', async () => {
  const { user, address } = make(null)
  serve({ 'roles.create': () => ({}) })
  await fill(user, 'Name', 'Helper')
  await user.click(await button('Create role'))
  await waitFor(() => expect(address()).toBe('/roles'))
  expect(callsOf('roles.create')).toHaveLength(1)
})

test('goes on from the role as it is loaded anew where the answer tells nothing of it', async () => {
  const { user } = edit()
  const loaded = { ...role, description: 'As the server trimmed it', version: 7 }
  serve({ 'roles.update': () => ({ data: {} }), 'roles.list': () => ({ data: [loaded] }) })
  await fill(user, 'Description', 'Mine')
  await user.click(await button('Save'))
  const description = screen.getByRole<HTMLTextAreaElement>('textbox', { name: 'Description' })
  await waitFor(() => expect(description.value).toBe('As the server trimmed it'))
  await fill(user, 'Description', 'Again')
  await user.click(await button('Save'))
  await waitFor(() => expect(callsOf('roles.update')).toHaveLength(2))
  expect(callsOf('roles.update')[1]?.body).toMatchObject({ version: 7 })
})

test('a picture that is refused stays to be sent again; the rest is saved', async () => {
  keepDraft('roles/r1', { image: picture, description: 'Else' })
  const { user } = edit()
  const errors = [{ msg: 'Too large', path: 'image' }]
  serve({
    'roles.update': () => answer({ description: 'Else' }),
    'roles.updateImage': () => refusal(413, { message: 'No', errors }),
  })
  await user.click(await button('Save'))
  expect(await screen.findByText('Too large')).toBeDefined()
  serve({ 'roles.updateImage': () => answer({ description: 'Else', image: '/new.webp' }) })
  await user.click(await button('Save'))
  await screen.findByText('No changes')
  expect(callsOf('roles.update')).toHaveLength(1)
  expect(callsOf('roles.updateImage')).toHaveLength(2)
})

test('a new role’s picture goes to the role that the list has under its name', async () => {
  keepDraft('roles/new', { name: 'Helper', image: picture })
  const { user, address } = make(null)
  const roles = [
    { _id: 'r8', name: 'Other' },
    { _id: 'r9', name: 'Helper' },
  ]
  serve({
    'roles.create': () => ({}),
    'roles.list': () => ({ data: { roles } }),
    'roles.updateImage': () => ({}),
  })
  await user.click(await button('Create role'))
  await waitFor(() => expect(address()).toBe('/roles'))
  expect(filesAndTexts('roles.updateImage')).toMatchObject({ _id: 'r9' })
})

test('a server that can’t tell the effect is asked once; saving takes one press', async () => {
  const { user } = edit({ ...role, userCount: 2 })
  serve({
    'roles.effect': () => refusal(404, { message: 'There is no such thing.' }),
    'roles.update': () => answer({}),
  })
  await user.click(await box(/^Tasks: create/))
  await waitFor(() => expect(callsOf('roles.effect')).toHaveLength(1))
  await waitFor(() => expect(screen.queryByText('Preview effect')).toBeNull())
  await user.click(await button('Save'))
  await waitFor(() => expect(callsOf('roles.update')).toHaveLength(1))
  expect(callsOf('roles.effect')).toHaveLength(1)
  expect(screen.queryByText(/no such thing/)).toBeNull()
})
