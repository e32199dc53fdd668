// @vitest-environment jsdom
import { permission } from '@steward/contract/permissions/permissions'
import { cleanup, screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { noteOwnServer } from '../../api/missing-calls.ts'
import { only, prepareScreens, showScreen } from '../../testing/screen.tsx'
import { callsOf, refusal, serve } from '../../testing/server.ts'
import { useDefaultViews } from './default-views.store.ts'
import { SidebarViews, ViewKeeper } from './sidebar-views.tsx'
import { ViewsControl } from './views-control.tsx'

prepareScreens()

const view = (fields: object) => ({
  _id: 'v1',
  name: 'To do',
  list: 'tasks',
  search: { status: 'todo' },
  scope: 'me',
  role: null,
  isDefault: false,
  position: 0,
  createdBy: { _id: 'u', name: 'Ann' },
  isMine: true,
  isForMe: true,
  version: 3,
  ...fields,
})
const everyones = { _id: 'v2', name: 'Urgent', search: { priority: 'urgent' }, scope: 'everyone' }
let views: object[] = []
beforeEach(() => {
  noteOwnServer()
  views = [view({}), view({ ...everyones, isMine: false })]
  serve({ 'savedViews.list': () => ({ data: views }), 'savedViews.roles': () => ({ data: [] }) })
})

const nothingShared = only(permission('Operations', 'Tasks', 'list'))
const show = (at: string, can = nothingShared) =>
  showScreen(<ViewsControl list="tasks" many="tasks" />, { at, can })
const button = (name: string | RegExp) => screen.findByRole('button', { name })

test('the view that an address shows is in force, and stays so while it is changed', async () => {
  const { user } = show('/tasks?status=todo&page=2&saved=v1')
  await button('View: To do')
  expect(screen.queryByRole('button', { name: 'Save changes' })).toBeNull()
  await user.click(await button('View: To do'))
  await user.click(await screen.findByRole('menuitem', { name: 'Urgent' }))
  await button('View: Urgent')
})

test('what has moved on is saved with its version, or gone back from', async () => {
  serve({ 'savedViews.update': () => ({ data: view({ search: { status: 'done' }, version: 4 }) }) })
  const { user, address } = show('/tasks?status=done&saved=v1')
  await button('View: To do, changed')
  await user.click(await button('Reset'))
  await waitFor(() => expect(address()).toContain('status=todo'))
  await button('View: To do')
  show('/tasks?status=done&saved=v1')
  await user.click(await button('Save changes'))
  await waitFor(() =>
    expect(callsOf('savedViews.update')[0]?.body).toEqual({
      search: { status: 'done' },
      version: 3,
    }),
  )
})

test('the order of columns is a part of the view, that of other values is not', async () => {
  serve({ 'savedViews.update': () => ({ data: view({ version: 4 }) }) })
  views = [view({ search: { columns: ['title', 'dueAt'], status: ['done', 'todo'] } })]
  const { user } = show('/tasks?columns=title&columns=dueAt&status=todo&status=done&saved=v1')
  await button('View: To do')
  cleanup()
  show('/tasks?columns=title&columns=assignee&status=todo&status=done&saved=v1')
  await user.click(await button('Save changes'))
  await waitFor(() =>
    expect(callsOf('savedViews.update')[0]?.body).toEqual({
      search: { columns: ['title', 'assignee'], status: ['done', 'todo'] },
      version: 3,
    }),
  )
  cleanup()
  show('/tasks?columns=dueAt&columns=title&status=todo&status=done&saved=v1')
  await button('View: To do, changed')
})

test('who may not share can neither change nor delete what others shared', async () => {
  const { user } = show('/tasks?priority=urgent&sort=title&saved=v2')
  await user.click(await button('View: Urgent, changed'))
  expect(await screen.findByRole('menuitem', { name: 'Save view…' })).toBeDefined()
  for (const name of ['Rename or share…', 'Delete view'])
    expect(screen.queryByRole('menuitem', { name })).toBeNull()
  expect(screen.queryByRole('button', { name: 'Save changes' })).toBeNull()
  await user.click(screen.getByRole('menuitem', { name: 'Save view…' }))
  const dialog = await screen.findByRole('dialog')
  expect(within(dialog).queryByLabelText('Visible to')).toBeNull()
})

test('a name that is taken is said at its field', async () => {
  const msg = 'Another view of this list already has this name. Choose another name.'
  serve({
    'savedViews.create': () =>
      refusal(409, { message: msg, code: 'taken', errors: [{ path: 'name', msg }] }),
  })
  const { user } = show('/tasks?status=done')
  await user.click(await button('Views'))
  await user.click(await screen.findByRole('menuitem', { name: 'Save view…' }))
  await user.type(await screen.findByRole('textbox', { name: 'Name' }), 'To do')
  await user.click(screen.getByRole('button', { name: 'Save view' }))
  expect(await screen.findByText(msg)).toBeDefined()
  expect(callsOf('savedViews.create')[0]?.body).toMatchObject({ search: { status: 'done' } })
})

test('a view that is deleted comes back by Undo', async () => {
  serve({
    'savedViews.delete': () => {
      views = []
      return { data: {} }
    },
    'savedViews.restore': () => ({ data: view({}) }),
  })
  const { user } = show('/tasks?status=todo&saved=v1')
  await user.click(await button('View: To do'))
  await user.click(await screen.findByRole('menuitem', { name: 'Delete view' }))
  await button('Views')
  await user.click(await button('Undo'))
  await waitFor(() => expect(callsOf('savedViews.restore')).toHaveLength(1))
})

test('the sidebar counts two views at once, seven of an area, and none that can’t be counted', async () => {
  views = Array.from({ length: 9 }, (_, n) =>
    view({ _id: `v${n}`, name: `View ${n}`, search: { search: `word ${n}` } }),
  )
  let [now, most] = [0, 0]
  serve({
    'tasks.list': async ({ query }) => {
      now += 1
      most = Math.max(most, now)
      await new Promise((done) => setTimeout(done, 20))
      now -= 1
      if (query['search'] === 'word 1')
        return refusal(503, { message: 'Too dear', code: 'not_ready' })
      if (query['search'] === 'word 2')
        return {
          data: [],
          pagination: { page: 1, limit: 1, total: 10_000, totalPages: 10_000, exact: false },
        }
      return { data: [], pagination: { page: 1, limit: 1, total: 12_345, totalPages: 1 } }
    },
  })
  showScreen(
    <>
      <SidebarViews path="/tasks" label="Tasks" />
      <ViewKeeper areas={['/tasks']} />
    </>,
    { at: '/tasks' },
  )
  expect(await screen.findByRole('link', { name: /^View 6\s*12,345$/ })).toBeDefined()
  expect(screen.getByRole('link', { name: 'View 1' })).toBeDefined()
  expect(screen.getByRole('link', { name: 'View 2' })).toBeDefined()
  expect(screen.getByRole('link', { name: '2 more in the Views menu' })).toBeDefined()
  expect(screen.queryByText('View 7')).toBeNull()
  expect(most).toBe(2)
  expect(callsOf('tasks.list')).toHaveLength(7)
  expect(callsOf('tasks.list')[0]?.query).toMatchObject({ total: 'only' })
})

test('a view of what is deleted counts what its list shows', async () => {
  views = [view({ search: { deleted: 'only' } })]
  serve({
    'tasks.list': () => ({ data: [], pagination: { page: 1, limit: 1, total: 7, totalPages: 7 } }),
  })
  showScreen(
    <>
      <SidebarViews path="/tasks" label="Tasks" />
      <ViewKeeper areas={['/tasks']} />
    </>,
    { at: '/tasks' },
  )
  expect(await screen.findByRole('link', { name: /^To do\s*7$/ })).toBeDefined()
  expect(callsOf('tasks.list')[0]?.query).toEqual({
    deleted: 'only',
    sort: '-deletedAt',
    page: '1',
    limit: '1',
    total: 'only',
  })
})

test('names what the list begins with, and leads from there to all of it and back', async () => {
  const { user, address } = show('/tasks')
  await user.click(await button('View: My open tasks'))
  await user.click(await screen.findByRole('menuitem', { name: 'All tasks' }))
  await waitFor(() => expect(address()).toContain('filters=none'))
  await user.click(await button('View: All tasks'))
  await user.click(await screen.findByRole('menuitem', { name: 'My open tasks' }))
  await waitFor(() => expect(address()).not.toContain('filters'))
  await button('View: My open tasks')
})

test('a view that was kept with a record or a form open leads to neither', async () => {
  views = [
    view({ search: { status: 'todo', edit: 'new', open: 't1', page: '4' }, isDefault: true }),
  ]
  serve({ 'tasks.list': () => ({ data: [] }) })
  const { user, address } = showScreen(
    <>
      <SidebarViews path="/tasks" label="Tasks" />
      <ViewKeeper areas={['/tasks']} />
    </>,
    { at: '/tasks' },
  )
  await user.click(await screen.findByRole('link', { name: /^To do/ }))
  await waitFor(() => expect(address()).toBe('/tasks?status=todo&saved=v1'))
  expect(useDefaultViews.getState().byPath).toEqual({ '/tasks': { status: 'todo', saved: 'v1' } })
})

test('an area opens at the default view of one’s own role, else everyone’s, never at another one’s', async () => {
  const shared = (_id: string, scope: string, fields: object = {}) =>
    view({ _id, name: _id, scope, search: { search: _id }, isDefault: true, ...fields })
  const others = shared('others', 'role', { isForMe: false })
  const keeper = () => showScreen(<ViewKeeper areas={['/tasks']} />, { at: '/tasks' })
  const defaults = () => useDefaultViews.getState().byPath['/tasks']
  serve({ 'tasks.list': () => ({ data: [] }) })
  views = [others, shared('everyones', 'everyone'), shared('mine', 'role')]
  keeper()
  await waitFor(() => expect(defaults()).toEqual({ search: 'mine', saved: 'mine' }))
  cleanup()
  views = [others, shared('everyones', 'everyone')]
  keeper()
  await waitFor(() => expect(defaults()).toEqual({ search: 'everyones', saved: 'everyones' }))
  cleanup()
  // That of bills tells that the views have come.
  views = [others, shared('bills', 'everyone', { list: 'bills' })]
  keeper()
  await waitFor(() => expect(useDefaultViews.getState().byPath['/bills']).toBeDefined())
  expect(defaults()).toBeUndefined()
})
