// @vitest-environment jsdom
import { permissionModules } from '@steward/contract/permissions/permissions'
import { screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { recentRecords } from '../../api/browser/recent-records.ts'
import { noteOwnServer } from '../../api/missing-calls.ts'
import { clearSession } from '../../features/session/guard.ts'
import { prepareApp, showApp } from '../../testing/app.tsx'
import { callsOf, held, refusal, serve } from '../../testing/server.ts'

prepareApp()

const bill = { area: 'bills', _id: 'b1', title: 'B-1 · Hall', detail: 'Ann', status: 'due' }
const task = { area: 'tasks', _id: 't1', title: 'Sweep the hall', detail: null, status: 'todo' }
const found = (...results: object[]) => ({ data: { results, left: [] } })

beforeEach(() =>
  serve({
    'search.everywhere': () => found(bill, task),
    'bills.list': () => ({ data: { bills: [] } }),
    'bills.totals': () => ({ data: { totals: [] } }),
    'tasks.list': () => ({ data: [] }),
  }),
)

async function open() {
  const { user, address } = showApp('/no/such/page')
  await screen.findByRole('heading', { name: 'Page not found' })
  await user.keyboard('{Control>}k{/Control}')
  return { user, address, field: await screen.findByRole('combobox') }
}
const lines = () => screen.getAllByRole('option').map((line) => line.textContent)

test('leads to areas and forms that are permitted, and to nothing else', async () => {
  serve({
    'permissions.own': () => ({
      data: permissionModules(
        ({ submodule, action }) =>
          submodule === 'Bills' || (submodule === 'Categories' && action === 'create'),
      ),
    }),
  })
  const { user, address, field } = await open()
  const all = lines().join('\n')
  expect(all).toMatch(/Bills.*gb/)
  expect(all).toContain('New category')
  expect(all).not.toMatch(/Tasks|New role|New user|Import members/)
  await user.type(field, 'bills')
  await user.keyboard('{Enter}')
  await waitFor(() => expect(address()).toMatch(/^\/bills/))
})

test('leads to requests, approvals and the access review where they are offered, as g does', async () => {
  noteOwnServer()
  const own = { offered: true, forMe: 0, mine: [] }
  serve({
    'consents.open': () => ({ data: own }),
    'loans.own': () => ({ data: { loans: [], declined: [], toDecide: 0 } }),
    'loans.list': () => ({ data: { loans: [] } }),
  })
  const { user, address, field } = await open()
  await waitFor(() => {
    const all = lines().join('\n')
    expect(all).toMatch(/Access review.*gw/)
    expect(all).toMatch(/Approvals.*gv/)
    expect(all).toMatch(/Requests.*gq/)
  })
  await user.type(field, 'requests{Enter}')
  await waitFor(() => expect(address()).toMatch(/^\/requests/))
})

test('leads to none of them where they aren’t', async () => {
  noteOwnServer()
  serve({
    'permissions.own': () => ({
      data: permissionModules(({ submodule }) => submodule === 'Bills'),
    }),
    'consents.open': () => ({ data: { offered: false, forMe: 0, mine: [] } }),
  })
  await open()
  await waitFor(() => expect(callsOf('consents.open')).toHaveLength(1))
  expect(lines().join('\n')).toContain('Bills')
  expect(lines().join('\n')).not.toMatch(/Access review|Approvals|Requests/)
})

test('leads to saved views, and by a default one to its page', async () => {
  noteOwnServer()
  const view = (fields: object) => ({
    _id: 'v1',
    name: 'Spring clean',
    list: 'tasks',
    search: { priority: 'urgent' },
    scope: 'everyone',
    role: null,
    isDefault: true,
    position: 0,
    createdBy: null,
    isMine: false,
    isForMe: true,
    version: 1,
    ...fields,
  })
  const inactive = { _id: 'v2', name: 'Old', list: 'inactiveRoles', search: { search: 'x' } }
  const others = { _id: 'v3', name: 'Spring of others', isForMe: false }
  const none = () => ({ data: { roles: [] } })
  serve({ 'roles.list': none, 'roles.listInactive': none })
  serve({ 'savedViews.list': () => ({ data: [view({}), view(inactive), view(others)] }) })
  const { user, address, field } = await open()
  const group = await screen.findByRole('group', { name: 'Saved views' })
  expect(within(group).getAllByRole('option')).toHaveLength(2)
  await user.type(field, 'spring tasks{Enter}')
  await waitFor(() => expect(address()).toMatch(/^\/tasks\?.*priority=.*saved=v1/))
  await screen.findByRole('link', { name: /^Spring clean/ })
  await user.keyboard('{Control>}k{/Control}')
  await user.type(
    await screen.findByRole('combobox', { name: 'Search everywhere' }),
    'bills{Enter}',
  )
  // Of no bills at all, a moment later all are shown.
  await waitFor(() => expect(address()).toMatch(/^\/bills(\?filters=none)?$/))
  await waitFor(() =>
    expect(screen.queryByRole('combobox', { name: 'Search everywhere' })).toBeNull(),
  )
  // Its code comes once the person moves.
  await waitFor(
    async () => {
      await user.keyboard('g')
      screen.getByRole('list', { name: 'Go to' })
    },
    { timeout: 5_000 },
  )
  await user.keyboard('t')
  await waitFor(() => expect(address()).toMatch(/^\/tasks\?.*saved=v1/))
  await user.keyboard('gr')
  const tab = await screen.findByRole('link', { name: 'Inactive' })
  expect(tab.getAttribute('href')).toContain('saved=v2')
})

test('finds records of all areas, and opens the chosen one by its address', async () => {
  const { user, address, field } = await open()
  await user.type(field, 'hall')
  const group = await screen.findByRole('group', { name: 'Tasks' })
  expect(within(group).getByRole('option').textContent).toContain('Sweep the hall')
  await waitFor(() => expect(screen.getByText('2 results.')).toBeDefined())
  await user.keyboard('{ArrowDown}')
  const active = document.getElementById(field.getAttribute('aria-activedescendant') ?? '')
  expect(active?.textContent).toContain('Sweep the hall')
  await user.keyboard('{Enter}')
  await waitFor(() => expect(address()).toMatch(/^\/tasks\?.*open=t1/))
  expect(screen.queryByRole('combobox', { name: 'Search everywhere' })).toBeNull()
})

test('the last answer wins, however late an older one comes', async () => {
  const late = held(found(bill))
  serve({
    'search.everywhere': (sent) => (sent.query['search'] === 'ha' ? late.handler() : found(task)),
  })
  const { user, field } = await open()
  await user.type(field, 'ha')
  await waitFor(() => expect(callsOf('search.everywhere')).toHaveLength(1))
  await user.type(field, 'll')
  await screen.findByText('1 result.')
  late.letGo()
  await new Promise((done) => setTimeout(done, 50))
  expect(lines()).toHaveLength(1)
  expect(lines()[0]).toContain('Sweep')
})

test('says that it searches until the answer is there', async () => {
  const late = held(found(bill))
  serve({ 'search.everywhere': late.handler })
  const { user, field } = await open()
  await user.type(field, 'hall')
  expect((await screen.findByText('Searching…')).getAttribute('role')).toBe('status')
  late.letGo()
  expect(await screen.findByText('1 result.')).toBeDefined()
  expect(screen.queryByText('Searching…')).toBeNull()
})

test('Enter opens nothing that was found for an earlier text, but waits for what is typed now', async () => {
  const late = held(found(task))
  serve({
    'search.everywhere': (sent) => (sent.query['search'] === 'hall' ? late.handler() : found(bill)),
  })
  const { user, address, field } = await open()
  await user.type(field, 'hal')
  await waitFor(() => expect(lines()[0]).toContain('B-1'))
  await user.type(field, 'l{Enter}')
  await waitFor(() => expect(callsOf('search.everywhere')).toHaveLength(2))
  await user.keyboard('{Enter}')
  expect(lines()[0]).toContain('B-1')
  expect(address()).toBe('/no/such/page')
  late.letGo()
  await waitFor(() => expect(lines()[0]).toContain('Sweep'))
  await user.keyboard('{Enter}')
  await waitFor(() => expect(address()).toMatch(/^\/tasks\?.*open=t1/))
})

test('says what was not found, what is only similar, and what was not searched in time', async () => {
  serve({ 'search.everywhere': () => ({ data: { results: [], left: ['posts'] } }) })
  const { user, field } = await open()
  await user.type(field, 'hlal')
  expect((await screen.findByText(/No results for/)).textContent).toMatch(/hlal.*feed posts|posts/)
  serve({ 'search.everywhere': () => found({ ...task, similar: 'hall' }) })
  await user.type(field, 'x')
  expect(await screen.findByText(/Showing similar results/)).toBeDefined()
  expect(lines().join()).toContain('similar to “hall”')
  serve({ 'search.everywhere': () => refusal(503, { message: 'The database is away.' }) })
  await user.type(field, 'y')
  expect((await screen.findByRole('alert')).textContent).toContain('The database is away.')
  expect(screen.getByRole('button', { name: 'Retry' })).toBeDefined()
})

test('where the server lacks the search, areas stay and nothing false is said', async () => {
  serve({ 'search.everywhere': () => refusal(404, { message: 'No such call' }) })
  const { user, field } = await open()
  await user.type(field, 'tasks')
  expect(await screen.findByText(/can’t search all areas at once/)).toBeDefined()
  expect(lines().join()).toContain('Tasks')
  expect(screen.queryByText(/No results/)).toBeNull()
  await user.clear(field)
  await user.type(field, 'bills')
  await new Promise((done) => setTimeout(done, 200))
  expect(callsOf('search.everywhere')).toHaveLength(1)
})

test('what was opened is offered again, until its person signs out', async () => {
  serve({
    'tasks.list': () => ({ data: [{ _id: 't1', title: 'Sweep' }] }),
    'tasks.comments': () => ({ data: { comments: [] } }),
  })
  const { user } = showApp('/tasks?open=t1')
  await waitFor(() => expect(recentRecords()).toMatchObject([{ area: 'tasks', title: 'Sweep' }]))
  await user.keyboard('{Escape}{Control>}k{/Control}')
  const group = await screen.findByRole('group', { name: 'Recently opened' })
  expect(within(group).getByRole('option').textContent).toBe('Sweep')
  clearSession({ byChoice: true })
  expect(recentRecords()).toEqual([])
})
