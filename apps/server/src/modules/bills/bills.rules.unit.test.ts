import type { Selectable } from 'kysely'
import { expect, test } from 'vitest'
import type { Tables } from '../../db/schema/tables.ts'
import { refusalOf } from '../../testing/refusals.ts'
import { billColumns, mustBeDueAfterIssue, mustBePaidInTime, statusColumns } from './bills.rules.ts'

type Row = Selectable<Tables['bills']>

const march = '2026-03-01T00:00:00.000Z'
const april = '2026-04-01T00:00:00.000Z'
const now = new Date('2026-05-01T12:00:00.000Z')
const row = (fields: Partial<Row> = {}): Row => ({
  id: 'bill',
  number: 'B-1',
  title: 'Rent',
  payer_id: null,
  payer_name: 'Pat',
  amount: 100,
  currency: 'EUR',
  status: 'draft',
  issued_at: null,
  due_at: null,
  paid_at: null,
  notes: null,
  imported: false,
  version: 1,
  deleted_at: null,
  deleted_by: null,
  created_at: march,
  updated_at: march,
  search: '',
  ...fields,
})

const refused = (path: string, msg: string) => ({
  code: 'invalid',
  message: 'A bill can’t be due before it is issued.',
  errors: [{ msg, path }],
})

test('is not due before it is issued, said at the date that was sent', () => {
  const dueSent = refused('data.dueAt', 'must not be before the issue date')
  const issueSent = refused('data.issuedAt', 'must not be after the due date')
  const both = { issuedAt: april, dueAt: march }
  expect(refusalOf(() => mustBeDueAfterIssue(row(), both))).toEqual(dueSent)
  const issued = row({ issued_at: april })
  expect(refusalOf(() => mustBeDueAfterIssue(issued, { dueAt: march }))).toEqual(dueSent)
  const due = row({ due_at: march })
  expect(refusalOf(() => mustBeDueAfterIssue(due, { issuedAt: april }))).toEqual(issueSent)
})

test('takes dates that fit, that are missing, or that nobody touches', () => {
  const takes = (of: Row, fields: Parameters<typeof billColumns>[1]) =>
    expect(() => mustBeDueAfterIssue(of, fields)).not.toThrow()
  const wrong = row({ issued_at: april, due_at: march })
  takes(row(), { issuedAt: march, dueAt: march })
  takes(row(), { issuedAt: march, dueAt: april })
  takes(row({ issued_at: march }), { dueAt: april })
  takes(row({ due_at: april }), { issuedAt: march })
  takes(wrong, { title: 'Another title' })
  takes(wrong, { dueAt: null })
  takes(wrong, { issuedAt: null })
  takes(wrong, { issuedAt: march })
  takes(wrong, { dueAt: april })
})

test('paid sets the time of payment once, any other status clears it', () => {
  const paid = { status: 'paid', paid_at: march } as const
  expect(statusColumns({ status: 'due', paid_at: null }, 'paid', now)).toEqual({
    status: 'paid',
    paid_at: now.toISOString(),
  })
  expect(statusColumns(paid, 'paid', now)).toEqual(paid)
  expect(statusColumns({ status: 'paid', paid_at: null }, 'paid', now).paid_at).toBe(
    now.toISOString(),
  )
  // A time that was left behind by another status is not the time of this payment.
  expect(statusColumns({ status: 'void', paid_at: march }, 'paid', now).paid_at).toBe(
    now.toISOString(),
  )
  expect(statusColumns(paid, 'due', now)).toEqual({ status: 'due', paid_at: null })
})

test('a payment is neither in the future nor before the issue date, where it is one', () => {
  const refusal = (of: Row, fields: Parameters<typeof mustBePaidInTime>[1]) =>
    (refusalOf(() => mustBePaidInTime(of, fields, now)) as { errors?: object[] } | undefined)
      ?.errors
  const early = [{ msg: 'must not be before the issue date', path: 'data.paidAt' }]
  const issued = row({ issued_at: april })
  expect(refusal(issued, { status: 'paid', paidAt: march })).toEqual(early)
  expect(refusal(row(), { status: 'paid', issuedAt: april, paidAt: march })).toEqual(early)
  expect(refusal(row(), { status: 'paid', paidAt: '2026-05-01T12:00:00.001Z' })).toEqual([
    { msg: 'must not be in the future', path: 'data.paidAt' },
  ])
  const takes = (of: Row, fields: Parameters<typeof mustBePaidInTime>[1]) =>
    expect(() => mustBePaidInTime(of, fields, now)).not.toThrow()
  takes(issued, { status: 'paid', paidAt: april })
  takes(row(), { status: 'paid', paidAt: now.toISOString() })
  takes(issued, { status: 'paid', issuedAt: null, paidAt: march })
  // The day of its issue began in Kiritimati 14 hours before it did in UTC; an hour is an hour.
  takes(issued, { status: 'paid', paidAt: '2026-03-31T10:00:00.000Z' })
  expect(refusal(issued, { status: 'paid', paidAt: '2026-03-31T09:59:59.999Z' })).toEqual(early)
  const atNoon = row({ issued_at: '2026-04-01T12:00:00.000Z' })
  expect(refusal(atNoon, { status: 'paid', paidAt: '2026-04-01T11:59:59.999Z' })).toEqual(early)
  // Nobody touches it, or there is no payment.
  takes(row({ status: 'paid', issued_at: april, paid_at: march }), { paidAt: march })
  takes(issued, { status: 'due', paidAt: march })
  takes(issued, { paidAt: march })
})

test('a payment has the time that is told, and one that was told before keeps it', () => {
  const paid = row({ status: 'paid', paid_at: march })
  const at = (of: Row, fields: Parameters<typeof billColumns>[1]) =>
    billColumns(of, fields, undefined, now)
  expect(at(row(), { status: 'paid', paidAt: march })).toMatchObject({ paid_at: march })
  expect(at(paid, { paidAt: april })).toMatchObject({ status: 'paid', paid_at: april })
  expect(at(paid, { paidAt: null }).paid_at).toBe(undefined)
  expect(at(paid, { status: 'paid', paidAt: null }).paid_at).toBe(march)
  expect(at(row(), { paidAt: march }).paid_at).toBe(undefined)
  expect(at(row(), { status: 'due', paidAt: march }).paid_at).toBe(null)
})

test('makes columns of the fields that were sent', () => {
  const fields = {
    number: 'B-2',
    title: 'Hall',
    amount: 5,
    currency: 'USD',
    issuedAt: march,
    dueAt: april,
    notes: 'n',
  }
  expect(billColumns(row(), fields, { id: 'p', name: 'Kim' }, now)).toEqual({
    number: 'B-2',
    title: 'Hall',
    payer_id: 'p',
    payer_name: 'Kim',
    amount: 5,
    currency: 'USD',
    issued_at: march,
    due_at: april,
    notes: 'n',
  })
  const nothing = Object.values(billColumns(row(), {}, undefined, now))
  expect(nothing.every((value) => value === undefined)).toBe(true)
  expect(billColumns(row(), { status: 'paid' }, undefined, now)).toMatchObject({
    status: 'paid',
    paid_at: now.toISOString(),
  })
})

test('a draft that becomes due is issued then, unless its date says otherwise', () => {
  const issue = (of: Row, fields: Parameters<typeof billColumns>[1]) =>
    billColumns(of, { status: 'due', ...fields }, undefined, now).issued_at
  expect(issue(row(), {})).toBe(now.toISOString())
  expect(issue(row(), { issuedAt: null })).toBe(null)
  expect(issue(row({ issued_at: march }), {})).toBe(undefined)
  expect(issue(row({ status: 'overdue' }), {})).toBe(undefined)
  expect(issue(row({ due_at: march }), {})).toBe(undefined)
  expect(issue(row({ due_at: march }), { dueAt: '2026-06-01T00:00:00.000Z' })).toBe(
    now.toISOString(),
  )
})
