import { expect, test } from 'vitest'
import { maxUndoLevel } from '../../db/write/undo-depth.ts'
import { refusalOf } from '../../testing/refusals.ts'
import { type EntryChange, mustBeUndoable, undoStepOf } from './undo.rules.ts'

const entry = (fields: Partial<EntryChange> = {}): EntryChange => ({
  action: 'update',
  area: 'bills',
  before: { title: 'Old' },
  after: { title: 'New' },
  title: 'Rent',
  ...fields,
})
const deleted_at = '2026-01-01T00:00:00.000Z'
const said = (...of: Parameters<typeof undoStepOf>) => refusalOf(() => undoStepOf(...of)).message

test('an update gives back what was before', () => {
  expect(undoStepOf(entry(), { title: 'New', version: 3 })).toEqual({
    does: 'update',
    columns: { title: 'Old' },
  })
  // What is set together with others is given back with them.
  const confirmed = entry({ before: { email: 'a@b.c', email_confirmed: true } })
  expect(undoStepOf(confirmed, { title: 'New' })).toEqual({
    does: 'update',
    columns: { email: 'a@b.c' },
  })
})

test('a creation deletes, a deletion restores, a restoration deletes', () => {
  const row = { title: 'New' }
  expect(undoStepOf(entry({ before: null }), row)).toEqual({ does: 'delete' })
  expect(undoStepOf(entry({ after: null }), { ...row, deleted_at })).toEqual({ does: 'restore' })
  const restored = entry({ before: { deleted_at }, after: { deleted_at: null } })
  expect(undoStepOf(restored, { deleted_at: null })).toEqual({ does: 'delete' })
  const gone = entry({ before: { deleted_at: null }, after: { deleted_at } })
  expect(undoStepOf(gone, { deleted_at })).toEqual({ does: 'restore' })
})

test('a role is deleted by its status', () => {
  const change = (before: string, after: string) =>
    entry({ area: 'roles', before: { status: before }, after: { status: after } })
  const is = (status: string) => ({ status, deleted_at: null })
  expect(undoStepOf(change('active', 'deleted'), is('deleted'))).toEqual({ does: 'restore' })
  expect(undoStepOf(change('deleted', 'active'), is('active'))).toEqual({ does: 'delete' })
  expect(undoStepOf(change('active', 'inactive'), is('inactive'))).toEqual({
    does: 'update',
    columns: { status: 'active' },
  })
  // The status of anything else says nothing about deletion.
  const task = entry({ area: 'tasks', before: { status: 'deleted' }, after: { status: 'done' } })
  expect(undoStepOf(task, { status: 'done' })).toMatchObject({ does: 'update' })
})

test('what can’t be undone is refused with the reason', () => {
  expect(said(entry({ action: 'purge' }), undefined)).toBe(
    'This record was deleted permanently and can’t be restored.',
  )
  const nothing = 'This entry has no change to undo.'
  expect(said(entry({ before: null, after: null }), {})).toBe(nothing)
  expect(said(entry({ before: { deleted_by: null }, after: {} }), {})).toBe(nothing)
  expect(said(entry(), undefined)).toBe('“Rent” has since been deleted permanently.')
  expect(said(entry({ after: null }), { deleted_at: null })).toBe(
    '“Rent” has already been restored.',
  )
  expect(said(entry({ before: null }), { title: 'New', deleted_at })).toBe(
    '“Rent” has since been deleted.',
  )
  expect(said(entry(), { title: 'New', deleted_at })).toBe('“Rent” is deleted. Restore it first.')
})

test('what has changed since is refused at its fields', () => {
  const refused = (...of: Parameters<typeof undoStepOf>) => refusalOf(() => undoStepOf(...of))
  expect(refused(entry({ after: { due_at: 1 } }), { due_at: 2 })).toEqual({
    code: 'conflict',
    message: '“Rent” has changed since, so this can’t be undone.',
    errors: [{ path: 'dueAt', msg: 'has changed since' }],
  })
  expect(refused(entry(), { title: 'New' }, ['title', 'title']).errors).toEqual([
    { path: 'title', msg: 'has changed since' },
  ])
  expect(said(entry({ title: null }), { title: 'Newer' })).toMatch(/^“” has changed since/)
})

test.each([
  ['a column that is no more', { old: 1 }, {}],
  ['the same in another order of keys', { text: { a: 1, b: 2 } }, { text: { b: 2, a: 1 } }],
  ['a place among siblings, which moves with them', { position: 1 }, { position: 2 }],
  ['when it was deleted', { deleted_at: 'then' }, { deleted_at: null }],
  ['by whom it was deleted', { deleted_by: 'a' }, { deleted_by: 'b' }],
  ['the status that it had', { status_before_deletion: 'a' }, { status_before_deletion: 'b' }],
  ['whether an address is confirmed', { email_confirmed: true }, { email_confirmed: false }],
])('is not held against an undo: %s', (_, after, row) => {
  expect(undoStepOf(entry({ after }), row)).toMatchObject({ does: 'update' })
})

test('a place is held against an undo where somebody has set it since', () => {
  expect(said(entry({ after: { position: 1 } }), { position: 2 }, ['position'])).toMatch(
    /has changed since/,
  )
  // What is set along with others is never compared.
  undoStepOf(entry(), { title: 'New' }, ['deleted_by'])
})

test('an entry is undone once, and its chain of undos is bounded', () => {
  const row = (fields: object) =>
    ({ undone_by: null, undo_level: 0, record_count: 1, ...fields }) as Parameters<
      typeof mustBeUndoable
    >[0]
  mustBeUndoable(row({}), [])
  mustBeUndoable(row({ undone_by: 7 }), [7])
  mustBeUndoable(row({ undone_by: 7, record_count: 2 }), [])
  mustBeUndoable(row({ undo_level: maxUndoLevel - 1 }), [])
  expect(refusalOf(() => mustBeUndoable(row({ undone_by: 7 }), [8])).message).toBe(
    'This has already been undone.',
  )
  for (const undo_level of [maxUndoLevel, maxUndoLevel + 1])
    expect(refusalOf(() => mustBeUndoable(row({ undo_level }), [])).message).toBe(
      'This change has been undone and redone 20 times. Edit the record instead.',
    )
})
