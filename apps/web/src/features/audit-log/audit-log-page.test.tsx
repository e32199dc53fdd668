// @vitest-environment jsdom

import type { AuditEntry } from '@steward/contract/audit-log/audit-log'
import { permission } from '@steward/contract/permissions/permissions'
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { noteOwnServer } from '../../api/missing-calls.ts'
import { only, prepareScreens, showScreen } from '../../testing/screen.tsx'
import { callsOf, refusal, serve } from '../../testing/server.ts'
import { AuditLogPage } from './audit-log-page.tsx'

prepareScreens()

const entry = (change: Partial<AuditEntry>): AuditEntry => ({
  _id: '1',
  at: '2026-03-03T14:05:09.000Z',
  actor: { _id: 'u1', name: 'Ada' },
  role: { _id: 'r1', name: 'Moderator' },
  through: 'api',
  client: null,
  address: '10.0.0.7',
  action: 'update',
  area: 'bills',
  record: { _id: 'b1', title: 'B-1' },
  count: 1,
  before: { title: 'Rent' },
  after: { title: 'Rent of May' },
  detail: null,
  batch: null,
  via: null,
  undoes: null,
  undoneBy: null,
  ...change,
})

const page = (entries: AuditEntry[]) => ({
  data: {
    entries,
    pagination: { page: 1, limit: 25, total: entries.length, totalPages: 1 },
  },
})

/** Answers the list itself, and what else is asked of the records on it. */
function serveLog(entries: AuditEntry[], ofRecords: AuditEntry[] = []) {
  serve({
    'auditLog.list': ({ query }) =>
      page(query['limit'] === '100' ? ofRecords.filter(({ record }) => record) : entries),
  })
}
const open = (search = '', can?: Parameters<typeof only>) =>
  showScreen(<AuditLogPage />, { at: `/audit-log${search}`, ...(can && { can: only(...can) }) })
const row = async (id: string) =>
  await waitFor(() => {
    const found = document.querySelector<HTMLElement>(`[data-row="${id}"]`)
    if (!found) throw new Error(`there is no row ${id}`)
    return found
  })

test('a row says when, who, what, about what and from where', async () => {
  serveLog([entry({})])
  open()
  const cells = within(await row('1')).getAllByRole('cell')
  expect(cells.slice(2).map(({ textContent }) => textContent)).toEqual([
    'AAdaModerator',
    'Changed',
    'Bills',
    'B-1',
    'Web or API10.0.0.7',
  ])
  const time = cells[1]?.querySelector('time') as HTMLElement
  fireEvent.pointerEnter(time)
  expect(time.title).toMatch(/March/)
})

test('an entry names the key that it was made with, and who proposed and approved it', async () => {
  serveLog([
    entry({
      through: 'job',
      via: {
        key: { _id: 'k1', name: 'Nightly' },
        proposal: { _id: 'p1', by: { _id: 'u2', name: 'Triage agent' } },
      },
    }),
  ])
  const { user } = open()
  await user.click(await row('1'))
  const dialog = await screen.findByRole('dialog', { name: 'Changed: B-1' })
  const shown = async (label: string) =>
    (await within(dialog).findByText(label)).nextElementSibling?.textContent
  expect(await shown('Approved by')).toContain('Ada')
  expect(await shown('Proposed by')).toContain('Triage agent')
  expect(await shown('Key')).toBe('Nightly')
  expect(within(dialog).queryByText('Who')).toBeNull()
})

test('what has been erased is said in its place', async () => {
  serveLog([
    entry({
      actor: { _id: 'u1', name: '' },
      address: null,
      record: { _id: 'b1', title: '' },
      before: { notes: 'Old' },
      after: {},
      erased: ['actor', 'address', 'record', 'detail', 'after.notes'],
    }),
    entry({
      _id: '2',
      action: 'erase',
      area: 'users',
      record: { _id: 'u1', title: '' },
      before: null,
    }),
  ])
  const { user } = open()
  expect((await row('1')).textContent).toMatch(/Erased.*Moderator.*Changed.*Bills.*Erased/)
  expect((await row('2')).textContent).toContain('An erased person')
  await user.click(await row('1'))
  const dialog = await screen.findByRole('dialog', { name: 'Changed: Erased' })
  for (const label of ['Record', 'Who', 'Address', 'Detail'])
    expect((await within(dialog).findByText(label)).nextElementSibling?.textContent).toBe('Erased')
  expect(within(dialog).getByText('Notes').nextElementSibling?.textContent).toMatch(/Old.*Erased/)
})

test('where nobody was signed in, it says that or the door', async () => {
  const nobody = { actor: null, role: null }
  serveLog([
    entry({ _id: '1', ...nobody, action: 'sign-in-failed', area: 'accounts' }),
    entry({ _id: '2', ...nobody, through: 'command line', address: null }),
    entry({ _id: '3', ...nobody, through: 'setup' }),
  ])
  open()
  const who = async (id: string) => within(await row(id)).getAllByRole('cell')[2]?.textContent
  expect([await who('1'), await who('2'), await who('3')]).toEqual([
    'Nobody signed in',
    'Command line',
    'Setup',
  ])
})

test('a record is linked, a deleted one where it is now; whether it is, is asked once for all of them', async () => {
  const removed = { _id: 'b2', title: 'B-2' }
  const entries = [
    entry({ _id: '3', record: removed, action: 'delete', after: null }),
    entry({ _id: '2', record: removed }),
    entry({ _id: '1' }),
    entry({
      _id: '0',
      area: 'accounts',
      action: 'sign-in',
      record: { _id: null, title: 'x@y.org' },
    }),
  ]
  serveLog(entries, entries.slice(0, 1))
  noteOwnServer()
  open()
  const link = await within(await row('1')).findByRole('link', { name: 'B-1' })
  expect(link.getAttribute('href')).toBe('/bills?open=b1&search=B-1')
  expect((await row('2')).textContent).toContain('B-2deleted')
  // What is deleted is opened among what is deleted.
  const gone = within(await row('2')).getByRole('link', { name: 'B-2' })
  expect(gone.getAttribute('href')).toBe('/bills?open=b2&deleted=only&search=B-2')
  expect(within(await row('0')).queryByRole('link')).toBeNull()
  expect(callsOf('auditLog.list').filter(({ query }) => query['limit'] === '100')).toHaveLength(1)
})

test('a record isn’t linked for who may not list its area', async () => {
  serveLog([entry({})])
  open('', [permission('System', 'Audit log', 'list')])
  await row('1')
  await waitFor(() => expect(callsOf('auditLog.list')).toHaveLength(2))
  expect(within(await row('1')).queryByRole('link')).toBeNull()
})

test('many at once are counted, and lead to what belongs with them', async () => {
  serveLog([entry({ record: null, count: 1000, area: 'posts', batch: 'x1', action: 'create' })])
  open()
  const link = await within(await row('1')).findByRole('link', { name: '1,000 posts' })
  expect(decodeURIComponent(link.getAttribute('href') ?? '')).toBe('/audit-log?batch=["x1"]')
})

test('what the address names is asked for, and shown as chips that go again', async () => {
  serveLog([entry({ batch: 'x1', through: 'import' })])
  const { user, address } = open(
    '?actor=u1&area=bills&action=update&record=b1&batch=x1&from=2026-03-01&to=2026-03-03T14:06:00.000Z&search=b-1',
  )
  await row('1')
  expect(callsOf('auditLog.list')[0]?.query).toMatchObject({
    actor: 'u1',
    area: 'bills',
    action: 'update',
    record: 'b1',
    batch: 'x1',
    from: '2026-03-01',
    to: '2026-03-03T14:06:00.000Z',
    search: 'b-1',
    sort: '-at',
  })
  const chips = [
    'Person: Ada',
    'Area: Bills',
    'Action: Changed',
    'Record: B-1',
    'Part of: one import',
  ]
  for (const name of chips) expect(screen.getByRole('button', { name })).toBeDefined()
  await user.click(screen.getByRole('button', { name: 'Remove filter Record' }))
  await waitFor(() => expect(address()).not.toContain('record'))
  expect(address()).toContain('actor')
})

test('a person is found by name, chosen and taken away', async () => {
  serveLog([entry({})])
  serve({
    'users.listAdmins': ({ query }) => ({
      data: {
        users: query['search'] === 'lov' ? [{ _id: 'u2', name: 'Lovelace', email: 'l@x.org' }] : [],
      },
    }),
  })
  const { user, address } = open()
  await row('1')
  expect(callsOf('users.listAdmins')).toEqual([])
  await user.click(screen.getByRole('button', { name: 'Person' }))
  await user.type(await screen.findByRole('combobox', { name: /Person/ }), 'lov')
  await user.click(await screen.findByRole('option', { name: 'Lovelace · l@x.org' }))
  await waitFor(() => expect(address()).toContain('actor'))
  await waitFor(() =>
    expect(callsOf('auditLog.list').some(({ query }) => query['actor'] === 'u2')).toBe(true),
  )
  expect(screen.getByRole('button', { name: /Person: Lovelace/ })).toBeDefined()
})

test('who may not list admins sees the person of the address, and no search', async () => {
  serveLog([entry({})])
  const { user } = open('?actor=u1', [permission('System', 'Audit log', 'list')])
  await row('1')
  await user.click(screen.getByRole('button', { name: 'Remove filter Person' }))
  await waitFor(() => expect(screen.queryByRole('button', { name: /Person/ })).toBeNull())
})

test('an entry opens beside the list, with what it changed, and can be copied whole', async () => {
  const given = entry({ batch: 'x1', undoneBy: '9', detail: 'By hand' })
  serveLog([given], [given])
  const { user, address } = open()
  await user.click(await row('1'))
  const drawer = await screen.findByRole('dialog', { name: 'Changed: B-1' })
  await waitFor(() => expect(decodeURIComponent(address())).toContain('open="1"'))
  const what = await within(drawer).findByRole('region', { name: 'What changed' })
  expect(what.textContent).toContain('was Rent, now Rent of May')
  for (const words of ['By hand', '10.0.0.7', 'Moderator', 'Web or API', /:09/])
    expect(within(drawer).getByText(words)).toBeDefined()
  const href = (name: string) =>
    decodeURIComponent(within(drawer).getByRole('link', { name }).getAttribute('href') ?? '')
  expect(href('All of one change')).toBe('/audit-log?batch=["x1"]')
  expect(href('By a later entry')).toContain('open="9"')
  expect(href('By a later entry')).toContain('record=["b1"]')

  await user.click(within(drawer).getByRole('button', { name: 'Copy as JSON' }))
  expect(JSON.parse(await navigator.clipboard.readText())).toEqual(given)
  expect(await screen.findByText('Copied the entry as JSON.')).toBeDefined()
})

test('an amount takes its currency from what the record’s other entries tell', async () => {
  const change = entry({ before: { amount: 100 }, after: { amount: 250 } })
  const created = entry({ _id: '0', action: 'create', before: null, after: { currency: 'EUR' } })
  serveLog([change], [change, created])
  const { user } = open()
  await user.click(await row('1'))
  expect(await screen.findByText('€2.50')).toBeDefined()
})

test('nothing yet, nothing found, refused and failed are told apart', async () => {
  serveLog([])
  open()
  expect(await screen.findByRole('heading', { name: 'No entries yet' })).toBeDefined()
})

test('a search that finds nothing says so', async () => {
  serveLog([])
  open('?search=zzz')
  expect(await screen.findByRole('heading', { name: 'No entries found' })).toBeDefined()
})

test('who may not is told which permission is missing', async () => {
  serve({
    'auditLog.list': () => refusal(403, { message: 'No', code: 'not_permitted' }),
    'permissions.why': () => refusal(404, { message: 'No such call' }),
  })
  open('', [])
  expect(await screen.findByText('System · Audit log · see the list')).toBeDefined()
})

test('a failure says why and can be tried again', async () => {
  serve({ 'auditLog.list': () => refusal(500, { message: 'The disk is full' }) })
  const { user } = open()
  expect(await screen.findByText('The disk is full')).toBeDefined()
  serveLog([entry({})])
  await user.click(screen.getByRole('button', { name: 'Retry' }))
  await row('1')
})

test('a server without an audit log is asked once', async () => {
  serve({ 'auditLog.list': () => refusal(404, { message: 'Cannot GET' }) })
  open()
  expect(await screen.findByRole('heading', { name: 'No audit log' })).toBeDefined()
  expect(callsOf('auditLog.list')).toHaveLength(1)
})
