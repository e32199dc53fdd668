// @vitest-environment jsdom
import { fireEvent, screen, waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import { everything, prepareScreens, showScreen } from '../../testing/screen.tsx'
import { callsOf, serve } from '../../testing/server.ts'
import { localTime } from '../../ui/format/local-time.ts'
import { BillMenu } from './bill-actions.tsx'
import { BillsPage } from './bills-page.tsx'
import { PaymentDialog } from './payment-dialog.tsx'

prepareScreens()

const draft = (dueAt: string | null) => ({
  _id: 'b1',
  number: 'B-1',
  status: 'draft' as const,
  issuedAt: null,
  dueAt,
  version: 2,
})

async function issue(dueAt: string | null) {
  serve({ 'bills.update': () => ({ message: 'Bill issued', data: draft(dueAt) }) })
  const { user } = showScreen(<BillMenu record={draft(dueAt)} />, { can: everything })
  await user.click(await screen.findByRole('button', { name: 'Actions for B-1' }))
  await user.click(await screen.findByRole('menuitem', { name: /^Issue/ }))
  await waitFor(() => expect(callsOf('bills.update')).toHaveLength(1))
  return callsOf('bills.update')[0]?.body
}

test('a draft is issued now', async () => {
  const inAYear = new Date(Date.now() + 365 * 86_400_000).toISOString()
  expect(await issue(inAYear)).toEqual({
    data: { status: 'due', issuedAt: expect.any(String), version: 2 },
  })
})

test('a draft that was due before is issued without saying when, as nothing is issued after it is due', async () => {
  expect(await issue('2020-01-01T00:00:00.000Z')).toEqual({
    data: { status: 'due', version: 2 },
  })
})

const due = { ...draft(null), status: 'due' as const, issuedAt: '2026-03-01T10:00:00.000Z' }

test('a bill is asked when it was paid', async () => {
  serve({ 'bills.update': () => ({ message: 'Saved', data: { ...due, status: 'paid' } }) })
  const { user } = showScreen(<BillMenu record={due} />, { can: everything })
  await user.click(await screen.findByRole('button', { name: 'Actions for B-1' }))
  await user.click(await screen.findByRole('menuitem', { name: 'Mark as paid on…' }))
  expect(await screen.findByRole('dialog', { name: 'When was B-1 paid?' })).toBeDefined()
})

async function pay(paidAt: string | null) {
  serve({ 'bills.update': () => ({ message: 'Saved', data: { ...due, status: 'paid' } }) })
  const { user } = showScreen(<PaymentDialog bill={due} />, { can: everything })
  const field = await screen.findByLabelText('Paid')
  if (paidAt !== null) fireEvent.change(field, { target: { value: paidAt } })
  await user.click(screen.getByRole('button', { name: 'Mark as paid' }))
  return field
}

test('a payment in the minute of the issue is not sent as one before it', async () => {
  const issuedAt = '2026-03-01T10:00:42.500Z'
  serve({ 'bills.update': () => ({ message: 'Saved', data: { ...due, status: 'paid' } }) })
  const { user } = showScreen(<PaymentDialog bill={{ ...due, issuedAt }} />, { can: everything })
  fireEvent.change(await screen.findByLabelText('Paid'), {
    target: { value: localTime(issuedAt) },
  })
  await user.click(screen.getByRole('button', { name: 'Mark as paid' }))
  await waitFor(() => expect(callsOf('bills.update')).toHaveLength(1))
  expect(callsOf('bills.update')[0]?.body).toMatchObject({ data: { paidAt: issuedAt } })
})

test.each([
  ['2026-03-09T12:30', { paidAt: new Date('2026-03-09T12:30').toISOString() }],
  // Left as it is, it is now by the server's clock.
  [null, {}],
])('paid at %s sends that', async (at, sent) => {
  await pay(at)
  await waitFor(() => expect(callsOf('bills.update')).toHaveLength(1))
  expect(callsOf('bills.update')[0]?.body).toEqual({
    data: { status: 'paid', version: 2, ...sent },
  })
})

test.each([
  ['', 'Enter when it was paid'],
  ['2026-02-01T10:00', 'Must not be before the issue date'],
  ['2126-02-01T10:00', 'Must not be in the future'],
])('a payment at “%s” is not sent, and the field has the focus', async (at, words) => {
  const field = await pay(at)
  expect(await screen.findByText(words)).toBeDefined()
  expect(document.activeElement).toBe(field)
  expect(callsOf('bills.update')).toHaveLength(0)
})

test('the next step goes on from where a bill left its list by a key', async () => {
  let listed = ['b1', 'b2', 'b3', 'b4']
  const bill = (_id: string) => ({ ...due, _id, number: _id.toUpperCase(), version: 1 })
  serve({
    'bills.list': () => ({
      data: {
        bills: listed.map(bill),
        pagination: { page: 1, limit: 25, total: listed.length, totalPages: 1 },
      },
    }),
    'bills.totals': () => ({ data: { totals: [] } }),
    'bills.update': () => {
      listed = ['b1', 'b2', 'b4']
      return { message: 'Saved', data: { ...bill('b3'), status: 'paid' } }
    },
  })
  showScreen(<BillsPage />, { at: '/bills', can: everything })
  await screen.findByText('B3')
  const press = (key: string) => fireEvent.keyDown(document.activeElement ?? document.body, { key })
  const row = (id: string) => document.querySelector<HTMLElement>(`[data-row="${id}"]`)
  row('b3')?.focus()
  press('m')
  await waitFor(() => expect(row('b3')).toBeNull())
  press('j')
  expect(document.activeElement).toBe(row('b4'))
})
