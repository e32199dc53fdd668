// @vitest-environment jsdom
import { screen, waitFor } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { useWatchedJobs } from '../../api/browser/watched-jobs.ts'
import { prepareScreens, showScreen } from '../../testing/screen.tsx'
import { callsOf, refusal, serve } from '../../testing/server.ts'
import { closeDialog } from '../../ui/dialog/open-dialog.ts'
import { undoLastAct } from '../../ui/messages/undo-stack.ts'
import { useNoteChange, useNoteJob } from './note-change.ts'

prepareScreens()
afterEach(() => {
  closeDialog()
  useWatchedJobs.setState({ ids: [] })
})

const bill = { _id: 'b1', title: 'Mine', updatedAt: '2026-03-03T10:00:00.000Z' }
const entry = (id: string, second: number, title: string, change: object = {}) => ({
  _id: id,
  at: `2026-03-03T10:00:0${second}.000Z`,
  action: 'update',
  area: 'bills',
  record: { _id: 'b1', title: 'B-1' },
  before: { title: 'Old' },
  after: { title },
  batch: 'x1',
  ...change,
})

function Done(props: { batch?: boolean }) {
  const note = useNoteChange()
  const noteJob = useNoteJob()
  return (
    <>
      <button
        type="button"
        onClick={() => note(bill, { name: 'B-1', batch: props.batch === true })}
      >
        Change
      </button>
      <button type="button" onClick={() => noteJob('j1')}>
        Begin
      </button>
    </>
  )
}
async function did(name: 'Change' | 'Begin', props: { batch?: boolean } = {}, can?: () => boolean) {
  const { user } = showScreen(<Done {...props} />, can && { can })
  await user.click(await screen.findByRole('button', { name }))
}
const undoneIds = () => callsOf('auditLog.undo').map(({ params }) => params['id'])
const taken = () => ({ message: '1 change undone', data: { entries: [], left: [], jobs: [] } })

test('a change is taken back by the entry that tells of it, not by another one’s', async () => {
  const entries = [entry('7', 0, 'Theirs'), entry('8', 1, 'Mine'), entry('9', 2, 'Later')]
  serve({ 'auditLog.list': () => ({ data: { entries } }), 'auditLog.undo': taken })
  await did('Change')
  expect(undoLastAct()).toBe(true)
  expect(await screen.findByText('1 change undone')).toBeDefined()
  expect(screen.getByText('B-1')).toBeDefined()
  expect(undoneIds()).toEqual(['8'])
  expect(callsOf('auditLog.list')[0]?.query).toMatchObject({ record: 'b1', from: bill.updatedAt })
})

test('a change of several records is taken back with all of its batch', async () => {
  serve({
    'auditLog.list': () => ({ data: { entries: [entry('8', 1, 'Mine')] } }),
    'auditLog.undo': taken,
  })
  await did('Change', { batch: true })
  undoLastAct()
  await waitFor(() => expect(undoneIds()).toEqual(['x1']))
})

test('what stands in the way is asked for field by field', async () => {
  const errors = [{ path: 'title', msg: 'has changed since' }]
  serve({
    'auditLog.list': () => ({ data: { entries: [entry('8', 1, 'Mine')] } }),
    'auditLog.undo': () => refusal(409, { message: 'Changed since', code: 'conflict', errors }),
  })
  await did('Change')
  undoLastAct()
  expect(await screen.findByRole('dialog', { name: /^Couldn’t undo/ })).toBeDefined()
})

test('a change that the log doesn’t tell of says so', async () => {
  serve({ 'auditLog.list': () => ({ data: { entries: [] } }) })
  await did('Change')
  undoLastAct()
  expect(await screen.findByText(/no longer in the audit log/)).toBeDefined()
})

test('who may not undo has nothing noted', async () => {
  await did('Change', {}, () => false)
  expect(undoLastAct()).toBe(false)
})

const job = (of: object) => ({
  message: '',
  data: { _id: 'j1', area: 'posts', action: 'delete', status: 'done', changed: 3, ...of },
})

test.each([
  ['by its own undo', { canUndo: true }, () => useWatchedJobs.getState().ids, ['j2']],
  [
    'by the audit log, which asks',
    { action: 'status' },
    () => screen.queryByRole('dialog', { name: 'Undo all of one job?' }) !== null,
    true,
  ],
])('a job that is over is taken back %s', async (_, of, seen, expected) => {
  serve({
    'jobs.details': () => job(of),
    'auditLog.list': () => ({ data: { entries: [] } }),
    'jobs.undo': () => ({ message: '', data: { _id: 'j2' } }),
  })
  await did('Begin')
  undoLastAct()
  await waitFor(() => expect(seen()).toEqual(expected))
})

test('a job that goes on is left alone', async () => {
  serve({ 'jobs.details': () => job({ status: 'running', canUndo: true }) })
  await did('Begin')
  undoLastAct()
  expect(await screen.findByText(/still running/)).toBeDefined()
})
