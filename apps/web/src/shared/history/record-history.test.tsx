// @vitest-environment jsdom
import { screen, waitFor, within } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { prepareScreens, showScreen } from '../../testing/screen.tsx'
import { callsOf, refusal, serve } from '../../testing/server.ts'
import { RecordHistory, useHistoryOpened } from './record-history.tsx'

prepareScreens()
// Other files share the module.
afterEach(() => useHistoryOpened.setState({ opened: false }))

const entry = (id: number, change: object = {}) => ({
  _id: String(id),
  at: '2026-03-03T14:05:09.000Z',
  actor: { _id: 'u1', name: `Somebody ${id}` },
  role: { _id: 'r1', name: 'Moderator' },
  through: 'api',
  address: '10.0.0.7',
  action: 'update',
  area: 'bills',
  record: { _id: 'b1', title: 'B-1' },
  count: 1,
  before: { amount: 100 },
  after: { amount: 200 },
  ...change,
})
const page = (entries: object[], of: { page?: number; total?: number } = {}) => ({
  data: {
    entries,
    pagination: {
      page: of.page ?? 1,
      limit: 10,
      total: of.total ?? entries.length,
      totalPages: Math.ceil((of.total ?? entries.length) / 10),
    },
  },
})
const toggle = () => screen.findByRole('button', { name: 'History' })
const shown = () => screen.getAllByRole('button', { name: /^Changed/ })

test('asks nothing until it is opened, and stays open from one record to the next', async () => {
  serve({ 'auditLog.list': ({ query }) => page([entry(query['record'] === 'b1' ? 1 : 2)]) })
  const { user } = showScreen(<RecordHistory id="b1" />)
  const button = await toggle()
  expect(button.getAttribute('aria-expanded')).toBe('false')
  expect(callsOf('auditLog.list')).toEqual([])
  await user.click(button)
  expect(await screen.findByText('Somebody 1')).toBeDefined()
  expect(callsOf('auditLog.list')[0]?.query).toEqual({
    record: 'b1',
    page: '1',
    limit: '10',
    sort: '-at',
  })
  document.body.replaceChildren()
  showScreen(<RecordHistory id="b2" />)
  expect(await screen.findByText('Somebody 2')).toBeDefined()
})

test('an entry opens to what it changed, in the currency of the record', async () => {
  const created = entry(1, {
    action: 'create',
    before: null,
    after: { currency: 'EUR', amount: 100 },
  })
  serve({ 'auditLog.list': () => page([entry(2), created]) })
  const { user } = showScreen(<RecordHistory id="b1" />)
  await user.click(await toggle())
  await user.click(await screen.findByRole('button', { name: /Changed.*Somebody 2/ }))
  const what = await screen.findByRole('region', { name: 'What changed in entry 2' })
  expect(what.textContent).toContain('was €1.00, now €2.00')
  // An older entry doesn't tell by what its request was made.
  expect(screen.getByText('Moderator · Web or API · 10.0.0.7')).toBeDefined()
  const link = screen.getByRole('link', { name: 'Open in the audit log' })
  expect(decodeURIComponent(link.getAttribute('href') ?? '')).toContain('open="2"')
})

test.each([
  ['browser', 'Web'],
  ['script', 'API'],
])('a change by a %s is told from one by the other', async (client, word) => {
  serve({ 'auditLog.list': () => page([entry(1, { client })]) })
  const { user } = showScreen(<RecordHistory id="b1" />)
  await user.click(await toggle())
  await user.click(await screen.findByRole('button', { name: /Changed.*Somebody 1/ }))
  expect(await screen.findByText(`Moderator · ${word} · 10.0.0.7`)).toBeDefined()
})

test('more come on demand, none twice, even if others were added meanwhile', async () => {
  const all = Array.from({ length: 15 }, (_, at) => entry(15 - at))
  serve({ 'auditLog.list': () => page(all.slice(0, 10), { total: 15 }) })
  const { user } = showScreen(<RecordHistory id="b1" />)
  await user.click(await toggle())
  await screen.findByText('Somebody 15')
  expect(shown()).toHaveLength(10)
  // One that was added moved the others on.
  serve({ 'auditLog.list': () => page(all.slice(9), { page: 2, total: 16 }) })
  await user.click(screen.getByRole('button', { name: 'Show more' }))
  await screen.findByText('Somebody 1')
  expect(callsOf('auditLog.list').at(-1)?.query['page']).toBe('2')
  expect(shown()).toHaveLength(15)
  expect(screen.queryByRole('button', { name: 'Show more' })).toBeNull()
})

test('nothing recorded says so; a failure says why and can be tried again', async () => {
  serve({ 'auditLog.list': () => refusal(500, { message: 'The disk is full' }) })
  const { user } = showScreen(<RecordHistory id="b1" />)
  await user.click(await toggle())
  expect(await screen.findByText('The disk is full')).toBeDefined()
  serve({ 'auditLog.list': () => page([]) })
  await user.click(screen.getByRole('button', { name: 'Retry' }))
  expect(await screen.findByText('No activity recorded yet.')).toBeDefined()
})

test('isn’t there for who may not read the audit log', async () => {
  showScreen(
    <>
      Here
      <RecordHistory id="b1" />
    </>,
    { can: ({ submodule }) => submodule !== 'Audit log' },
  )
  await screen.findByText('Here')
  expect(screen.queryByRole('button', { name: 'History' })).toBeNull()
})

test('a server without an audit log is asked once, and then there is no history', async () => {
  serve({ 'auditLog.list': () => refusal(404, { message: 'Cannot GET' }) })
  const { user } = showScreen(
    <>
      <RecordHistory id="b1" />
      <RecordHistory id="b2" />
    </>,
  )
  await waitFor(() => expect(screen.getAllByRole('button', { name: 'History' })).toHaveLength(2))
  await user.click(screen.getAllByRole('button', { name: 'History' })[0] as HTMLElement)
  await waitFor(() => expect(screen.queryByRole('button', { name: 'History' })).toBeNull())
  const asked = callsOf('auditLog.list').length
  showScreen(<RecordHistory id="b3" />)
  await new Promise((done) => setTimeout(done, 50))
  expect(callsOf('auditLog.list')).toHaveLength(asked)
  expect(within(document.body).queryByText('No activity recorded yet.')).toBeNull()
})
