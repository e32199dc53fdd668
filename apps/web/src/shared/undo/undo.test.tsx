// @vitest-environment jsdom

import type { AuditEntry } from '@steward/contract/audit-log/audit-log'
import { routes } from '@steward/contract/calls/routes'
import { type Permission, permission } from '@steward/contract/permissions/permissions'
import { screen, waitFor, within } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { useWatchedJobs } from '../../api/browser/watched-jobs.ts'
import { noteAnswer } from '../../api/missing-calls.ts'
import { only, prepareScreens, showScreen } from '../../testing/screen.tsx'
import { callsOf, refusal, serve } from '../../testing/server.ts'
import { closeDialog } from '../../ui/dialog/open-dialog.ts'
import { History } from '../history/history.tsx'
import { JobCard } from '../jobs/job-card.tsx'
import { UndoBatchButton, UndoSpanButton } from './undo-actions.tsx'

prepareScreens()
afterEach(() => {
  closeDialog()
  useWatchedJobs.setState({ ids: [] })
})

const entry = (change: Partial<AuditEntry> = {}): AuditEntry => ({
  _id: '1',
  at: '2026-03-03T14:05:09.000Z',
  actor: { _id: 'u1', name: 'Ada' },
  role: null,
  through: 'api',
  client: null,
  address: null,
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
const page = (entries: AuditEntry[], total = entries.length) => ({
  data: { entries, pagination: { page: 1, limit: 100, total, totalPages: Math.ceil(total / 100) } },
})
const undone = (given: object = {}) => ({
  message: '1 change undone',
  data: { entries: [], left: [], jobs: [], ...given },
})

async function history(given: AuditEntry, can?: Permission[]) {
  serve({ 'auditLog.list': () => page([given]) })
  const shown = showScreen(<History of={{ record: 'b1' }} />, can && { can: only(...can) })
  await shown.user.click(await screen.findByRole('button', { expanded: false }))
  await screen.findByRole('link', { name: 'Open in the audit log' })
  return shown
}
const button = (name: RegExp | string = 'Undo') => screen.queryByRole('button', { name })

test('an entry is taken back at once, and said so by the name of its record', async () => {
  const { user } = await history(entry())
  serve({ 'auditLog.undo': () => undone() })
  const before = callsOf('auditLog.list').length
  await user.click(button() as HTMLElement)
  expect(await screen.findByText('1 change undone')).toBeDefined()
  expect(screen.getByText('B-1')).toBeDefined()
  expect(callsOf('auditLog.undo').map(({ params }) => params)).toEqual([{ id: '1' }])
  await waitFor(() => expect(callsOf('auditLog.list').length).toBeGreaterThan(before))
})

test('what stands in the way is shown field by field', async () => {
  const { user } = await history(entry())
  const errors = [{ path: 'title', msg: 'has changed since' }]
  const message = '“B-1” has changed since, so this can’t be undone.'
  serve({ 'auditLog.undo': () => refusal(409, { message, code: 'conflict', errors }) })
  await user.click(button() as HTMLElement)
  const dialog = await screen.findByRole('dialog', { name: 'Couldn’t undo Changed: B-1' })
  expect(within(dialog).getByText(message)).toBeDefined()
  const cells = within(dialog).getAllByRole('row')[1]?.children ?? []
  expect([...cells].map(({ textContent }) => textContent)).toEqual([
    'Title',
    'Rent',
    'has changed since',
  ])
})

test('what is undone says so, with a link to the entry that did it', async () => {
  await history(entry({ undoneBy: '9' }))
  expect(screen.getByText('Undone')).toBeDefined()
  const link = screen.getByRole('link', { name: 'By a later entry' })
  expect(decodeURIComponent(link.getAttribute('href') ?? '')).toContain('open="9"')
  expect(button()).toBeNull()
})

const mayList = permission('System', 'Audit log', 'list')
const mayUndo = permission('System', 'Audit log', 'undo')
const mayUpdate = permission('Operations', 'Bills', 'update')

test.each([
  ['the undo and the change', [mayList, mayUndo, mayUpdate], true],
  ['the undo alone', [mayList, mayUndo], false],
  ['the change alone', [mayList, mayUpdate], false],
])('is offered to who holds both permissions: %s', async (_, can, offered) => {
  await history(entry(), can)
  expect(button() !== null).toBe(offered)
})

test.each([
  ['a sign-in', { area: 'accounts', action: 'sign-in', before: null, after: null }],
  ['an export', { action: 'export', before: null, after: { rows: 3 } }],
  ['what is deleted for good', { action: 'purge', after: null }],
  ['what no call changes', { area: 'shopping-posts' }],
  ['that an address was confirmed', { area: 'users', before: { emailConfirmed: false } }],
] as const)('is not offered for %s', async (_, change) => {
  await history(entry(change))
  expect(button(/Undo/)).toBeNull()
})

const mayChange = permission('Users', 'Business users', 'update')
const mayChangeStatus = permission('Users', 'Business users', 'status')
const mayChangeFeed = permission('Users', 'Shopping feed', 'update')
const mayChangeMembers = permission('Users', 'Members', 'update')

test.each([
  ['every field', { name: 'A', status: 'active' }, [mayChange, mayChangeStatus], true],
  ['one field alone', { name: 'A', status: 'active' }, [mayChange], false],
  ['the shopping feed', { shoppingFeedStatus: 'active' }, [mayChangeFeed], true],
  ['the type of now alone', { type: 'member' }, [mayChange], false],
  ['both types', { type: 'member' }, [mayChange, mayChangeMembers], true],
])('of a user is offered to who may put back %s', async (_, before, can, offered) => {
  const after = 'type' in before ? { type: 'business' } : {}
  await history(entry({ area: 'users', before, after }), [mayList, mayUndo, ...can])
  expect(button() !== null).toBe(offered)
})

test.each([
  ['a creation, to who may delete', { before: null }, 'delete', true],
  ['a creation, not to who may create', { before: null }, 'create', false],
  ['a deletion, to who may restore', { after: null }, 'restore', true],
  ['a restore, not to who may restore', { before: { status: 'deleted' } }, 'restore', false],
] as const)('of a role is offered for %s', async (_, change, action, offered) => {
  const can = [mayList, mayUndo, permission('Roles', 'Roles', action)]
  await history(entry({ area: 'roles', ...change }), can)
  expect(button() !== null).toBe(offered)
})

test('is not offered for an entry of which values have been erased', async () => {
  await history(entry({ after: {}, erased: ['after.title'] }))
  expect(button()).toBeNull()
})

test('is offered where only who acted has been erased', async () => {
  await history(entry({ erased: ['actor', 'address'] }))
  expect(button()).not.toBeNull()
})

test('one line of many new records is only taken back with all of them', async () => {
  await history(entry({ action: 'create', before: null, batch: 'x1', through: 'import' }), [
    mayList,
    mayUndo,
    permission('Operations', 'Bills', 'delete'),
  ])
  expect(button()).toBeNull()
  expect(button('Undo all of one import')).not.toBeNull()
})

test('a batch asks with how many, then tells what was left and why', async () => {
  serve({
    'auditLog.list': () =>
      page([entry(), entry({ _id: '2', record: { _id: 'b2', title: 'B-2' } })]),
  })
  const { user } = showScreen(<UndoBatchButton batch="x1" through="job" />)
  await user.click(await screen.findByRole('button', { name: 'Undo' }))
  const dialog = await screen.findByRole('dialog', { name: 'Undo all of one job?' })
  await within(dialog).findByText('This undoes 2 changes to 2 records.')
  expect(callsOf('auditLog.list')[0]?.query).toMatchObject({ batch: 'x1' })
  const left = {
    _id: '2',
    area: 'bills',
    record: { _id: 'b2', title: 'B-2' },
    message: '“B-2” has changed since, so this can’t be undone.',
    errors: [{ path: 'dueAt', msg: 'has changed since' }],
  }
  const message = '1 change undone; 1 not undone'
  serve({ 'auditLog.undo': () => ({ ...undone({ entries: [entry()], left: [left] }), message }) })
  await user.click(within(dialog).getByRole('button', { name: 'Undo 2 changes' }))
  expect(await screen.findByText(message)).toBeDefined()
  const reasons = screen.getByRole('region', { name: 'Not undone' })
  expect(reasons.textContent).toContain(`B-2: ${left.message} (Due)`)
  expect(screen.getByText('What was undone')).toBeDefined()
})

const note = {
  area: 'posts',
  before: null,
  after: null,
  batch: 'x1',
  detail: 'Message to the author: Stop.',
} as const

test('a message to an author is no change, but leads to all of its decision', async () => {
  await history(entry(note))
  expect(button()).toBeNull()
  expect(button('Undo all of one change')).not.toBeNull()
})

test('a message to an author isn’t counted among what is undone', async () => {
  const deletion = entry({ _id: '2', area: 'posts', action: 'delete', batch: 'x1' })
  serve({ 'auditLog.list': () => page([entry(note), deletion]) })
  const { user } = showScreen(<UndoBatchButton batch="x1" through="api" />)
  await user.click(await screen.findByRole('button', { name: 'Undo' }))
  const dialog = await screen.findByRole('dialog', { name: 'Undo all of one change?' })
  await within(dialog).findByText('This undoes 1 change to 1 record.')
})

test('what is much goes on as jobs, which are watched', async () => {
  serve({
    'auditLog.list': () => page([entry()], 1200),
    'auditLog.undo': () => ({ ...undone({ jobs: ['j1'] }), message: '1,200 changes: …' }),
  })
  const { user } = showScreen(<UndoBatchButton batch="x1" through="job" />)
  await user.click(await screen.findByRole('button', { name: 'Undo' }))
  await user.click(await screen.findByRole('button', { name: 'Undo 1,200 changes' }))
  expect((await screen.findByText(/continues in the background as 1 job/)).textContent).toContain(
    '1,200 changes: …',
  )
  expect(useWatchedJobs.getState().ids).toEqual(['j1'])
})

test('what a person did in a span of time: asks for the span, counts, and takes it back', async () => {
  serve({
    'auditLog.list': ({ query }) => page(query['from']?.startsWith('2031') ? [] : [entry()]),
  })
  const { user } = showScreen(
    <UndoSpanButton actor="u1" from="2026-03-03T10:00:00.000Z" to="2026-03-03T11:00:59.999Z" />,
  )
  await user.click(await screen.findByRole('button', { name: 'Undo what they did' }))
  const dialog = await screen.findByRole('dialog', { name: 'Undo what Ada did' })
  await within(dialog).findByText('This undoes 1 change to 1 record.')
  serve({ 'auditLog.undoSpan': () => undone() })
  await user.click(within(dialog).getByRole('button', { name: 'Undo 1 change' }))
  expect(await screen.findByText('1 change undone')).toBeDefined()
  expect(callsOf('auditLog.undoSpan').map(({ body }) => body)).toEqual([
    { actor: 'u1', from: '2026-03-03T10:00:00.000Z', to: '2026-03-03T11:00:59.999Z' },
  ])
})

test('a span without anything, or that ends before it begins, can’t be taken back', async () => {
  serve({ 'auditLog.list': ({ query }) => page(query['from'] ? [] : [entry()]) })
  const { user } = showScreen(<UndoSpanButton actor="u1" from="2026-03-03" to="2026-03-04" />)
  await user.click(await screen.findByRole('button', { name: 'Undo what they did' }))
  expect(await screen.findByText('There is nothing to undo.')).toBeDefined()
  const go = () => screen.getByRole<HTMLButtonElement>('button', { name: 'Undo' })
  expect(go().disabled).toBe(true)
  const to = screen.getByLabelText('To')
  await user.clear(to)
  expect(await screen.findByText('Enter both times.')).toBeDefined()
  await user.type(to, '2020-01-01T10:00')
  expect(await screen.findByText('The end must not be before the start.')).toBeDefined()
})

test('in front of a server without these calls nothing of it is there', async () => {
  noteAnswer(routes['profile.own'], 404, undefined)
  showScreen(
    <>
      <p>Here</p>
      <UndoSpanButton actor="u1" />
    </>,
  )
  await screen.findByText('Here')
  expect(button(/Undo/)).toBeNull()
})

const job = {
  _id: 'j1',
  area: 'bills',
  action: 'import',
  status: 'done',
  total: 5,
  progress: 1,
  changed: 5,
  unchanged: 0,
  failed: 0,
  canUndo: false,
  import: { _id: 'f1', fileName: 'bills.csv', hasReport: false },
}
const mayDelete = permission('Operations', 'Bills', 'delete')

test.each([
  ['an import, to who may delete and undo', {}, [mayList, mayUndo, mayDelete], true],
  ['an import, not to who may not delete', {}, [mayList, mayUndo], false],
  ['not an import that is paused', { status: 'paused' }, [mayList, mayUndo, mayDelete], false],
  ['not a file that was checked', { action: 'check' }, [mayList, mayUndo, mayDelete], false],
  [
    'a change of status, to who may change one',
    { action: 'status', patch: { status: 'void' } },
    [mayList, mayUndo, mayUpdate],
    true,
  ],
])('a job’s card offers the undo of %s', async (_, of, can, offered) => {
  serve({ 'jobs.details': () => ({ message: '', data: { ...job, ...of } }) })
  showScreen(<JobCard id="j1" />, { can: only(...can) })
  await screen.findByRole('status')
  expect(button() !== null).toBe(offered)
})
