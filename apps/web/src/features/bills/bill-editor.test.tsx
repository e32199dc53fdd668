// @vitest-environment jsdom
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { useState } from 'react'
import { expect, test, vi } from 'vitest'
import { fill, prepareScreens, showScreen } from '../../testing/screen.tsx'
import { callsOf, held, refusal, serve } from '../../testing/server.ts'
import { BillEditor } from './bill-editor.tsx'

prepareScreens()

const bill = {
  _id: 'b1',
  number: 'B-1',
  title: 'Rent',
  payer: { _id: 'u1', name: 'Ada' },
  amount: 1250,
  currency: 'EUR',
  status: 'due',
  issuedAt: null,
  dueAt: null,
  notes: null,
  version: 3,
} as const
const saved = (change: object) => ({
  message: 'Bill saved',
  data: { ...bill, version: 4, ...change },
})

function show() {
  const done = vi.fn()
  return { done, ...showScreen(<BillEditor record={bill} leave={done} />) }
}
const save = () => screen.getByRole<HTMLButtonElement>('button', { name: 'Save bill' })
const value = (name: string) => screen.getByRole<HTMLInputElement>('textbox', { name }).value
const sent = () =>
  callsOf('bills.update').map(({ params, body }) => ({ ...params, ...(body as object) }))

test('sends what was changed and its version, and leaves', async () => {
  const { user, done } = show()
  serve({ 'bills.update': () => saved({ title: 'Rent of May' }) })
  await fill(user, 'Title', 'Rent of May')
  await user.selectOptions(screen.getByRole('combobox', { name: 'Currency' }), 'KWD')
  await user.click(save())
  await waitFor(() => expect(done).toHaveBeenCalled())
  expect(sent()).toEqual([
    { id: 'b1', data: { title: 'Rent of May', amount: 12_500, currency: 'KWD', version: 3 } },
  ])
  expect(await screen.findByText('Bill saved')).toBeDefined()
})

test('can’t be saved before something has changed', async () => {
  const { user } = show()
  await fill(user, 'Title', 'Else')
  expect(save().disabled).toBe(false)
  await fill(user, 'Title', 'Rent')
  expect(save().disabled).toBe(true)
})

test('is checked before it is sent, and the first wrong field has the focus', async () => {
  const { user } = show()
  await fill(user, 'Title', ' ')
  await fill(user, 'Amount', '1e9')
  await user.click(save())
  expect(screen.getByText('Enter a title')).toBeDefined()
  expect(screen.getByText('Enter all digits without an exponent')).toBeDefined()
  await waitFor(() => expect(document.activeElement).toBe(screen.getByLabelText('Title')))
  expect(sent()).toEqual([])
})

test('shows what the server refuses at its field, and the rest as messages', async () => {
  const { user, done } = show()
  const errors = [
    { msg: 'is taken in BERLIN', path: 'data.number' },
    { msg: 'is for other eyes', path: 'data.secret' },
    'Bills are closed today',
  ]
  serve({ 'bills.update': () => refusal(422, { message: 'Please check', errors }) })
  await fill(user, 'Number', 'B-2')
  await user.click(save())
  const number = screen.getByRole('textbox', { name: 'Number' })
  await waitFor(() => expect(number.getAttribute('aria-invalid')).toBe('true'))
  expect(screen.getByText('is taken in BERLIN')).toBeDefined()
  await waitFor(() => expect(document.activeElement).toBe(number))
  const messages = await screen.findByRole('region', { name: /Messages/ })
  expect(await within(messages).findByText('Bills are closed today')).toBeDefined()
  expect(within(messages).getByText('is for other eyes')).toBeDefined()
  expect(value('Number')).toBe('B-2')
  expect(done).not.toHaveBeenCalled()
})

test('is sent once, however often that is asked', async () => {
  const { user, done } = show()
  serve({ 'bills.update': () => saved({ title: 'Else' }) })
  await fill(user, 'Title', 'Else')
  const form = save().form as HTMLFormElement
  fireEvent.submit(form)
  fireEvent.submit(form)
  await waitFor(() => expect(done).toHaveBeenCalled())
  expect(sent()).toHaveLength(1)
})

test('what is typed while it is being saved stays, and is sent next', async () => {
  const { user, done } = show()
  const { handler, letGo } = held(saved({ title: 'First', number: 'B-1 by the server' }))
  serve({ 'bills.update': handler })
  await fill(user, 'Title', 'First')
  await user.click(save())
  await fill(user, 'Notes', 'Later')
  letGo()
  await waitFor(() => expect(value('Number')).toBe('B-1 by the server'))
  expect(value('Notes')).toBe('Later')
  await waitFor(() => expect(save().disabled).toBe(false))
  expect(done).not.toHaveBeenCalled()
  serve({ 'bills.update': () => saved({}) })
  await user.click(save())
  await waitFor(() => expect(done).toHaveBeenCalled())
  expect(sent()[1]).toEqual({ id: 'b1', data: { notes: 'Later', version: 4 } })
})

function Followed({ done }: { done: () => void }) {
  const [shown, setShown] = useState<typeof theirs | typeof bill>(bill)
  return (
    <>
      <button type="button" onClick={() => setShown(theirs)}>
        News
      </button>
      <BillEditor record={shown} leave={done} />
    </>
  )
}

test('follows what somebody else saved while nothing stands unsaved, and only then', async () => {
  const { user } = showScreen(<Followed done={vi.fn()} />)
  await fill(user, 'Notes', 'Typed')
  await user.click(screen.getByRole('button', { name: 'News' }))
  expect(value('Title')).toBe('Rent')
  await user.clear(screen.getByRole('textbox', { name: 'Notes' }))
  await waitFor(() => expect(value('Title')).toBe('Theirs'))
  expect(value('Notes')).toBe('Theirs too')
})

const theirs = { ...bill, title: 'Theirs', notes: 'Theirs too', version: 9 }

const outOfDate = (data: object) => refusal(409, { message: 'Old', code: 'out_of_date', data })

/** Whose name the audit log has for the newest change. */
const savedBy = (name: string) =>
  serve({
    'auditLog.list': () => ({ data: { entries: [{ _id: '1', actor: { _id: 'u9', name } }] } }),
  })

test('what only the other one changed is merged by itself, and said with their name', async () => {
  const { user, done } = show()
  savedBy('Ann')
  serve({
    'bills.update': ({ body }) =>
      (body as { data: { version: number } }).data.version === 9 ? saved({}) : outOfDate(theirs),
  })
  await fill(user, 'Number', 'B-7')
  await user.click(save())
  await waitFor(() => expect(done).toHaveBeenCalled())
  expect(sent()).toEqual([
    { id: 'b1', data: { number: 'B-7', version: 3 } },
    { id: 'b1', data: { number: 'B-7', version: 9 } },
  ])
  expect(screen.getByText('Ann also changed Title and Notes. Both changes are kept.')).toBeDefined()
  expect(screen.queryByRole('dialog')).toBeNull()
})

test('who it was is not waited for: the question comes without a name', async () => {
  const { user } = show()
  serve({
    'auditLog.list': held({}).handler,
    'bills.update': () => outOfDate({ ...bill, title: 'Theirs', version: 9 }),
  })
  await fill(user, 'Title', 'Mine')
  await user.click(save())
  const asked = { name: /^Somebody else changed this/ }
  const dialog = await screen.findByRole('dialog', asked, { timeout: 5_000 })
  expect(within(dialog).getByRole('row', { name: /Title/ }).textContent).toContain('Theirs')
})

test('an amount and its currency are not merged: that would be another sum', async () => {
  const { user } = show()
  savedBy('Ann')
  serve({ 'bills.update': () => outOfDate({ ...bill, currency: 'KWD', version: 9 }) })
  await fill(user, 'Amount', '15.00')
  await user.click(save())
  const dialog = await screen.findByRole('dialog', { name: /^Somebody else changed this/ })
  expect(within(dialog).getByRole('row', { name: /Currency/ }).textContent).toContain('KWD')
  expect(sent()).toHaveLength(1)
})

async function conflict() {
  const shown = show()
  savedBy('Ann')
  serve({ 'bills.update': () => outOfDate({ ...theirs, issuedAt: '2026-03-03T10:00:00.000Z' }) })
  await fill(shown.user, 'Title', 'Mine')
  await fill(shown.user, 'Notes', 'Mine too')
  await fill(shown.user, 'Number', 'B-7')
  await shown.user.click(save())
  const dialog = await screen.findByRole('dialog', { name: /^Somebody else changed this/ })
  const cells = within(dialog)
    .getAllByRole('row')
    .slice(1)
    .map((row) => [...row.children].map((cell) => cell.textContent))
  serve({ 'bills.update': () => saved({}) })
  return { ...shown, dialog, cells }
}

test('what both changed is asked, field by field', async () => {
  const { dialog, cells } = await conflict()
  expect(cells).toEqual([
    ['Title', 'Mine', 'Theirs'],
    ['Notes', 'Mine too', 'Theirs too'],
  ])
  expect(dialog.textContent).toContain('Ann saved this after you opened it.')
  expect(dialog.textContent).toContain('Only they changed Issued, which is kept.')
})

const choices = { name: 'Save these choices' }

test('one button saves the choices, which are one’s own unless changed', async () => {
  const { user, dialog } = await conflict()
  await user.click(within(dialog).getByRole('button', choices))
  await waitFor(() => expect(sent()).toHaveLength(2))
  expect(sent()[1]).toEqual({
    id: 'b1',
    data: { title: 'Mine', notes: 'Mine too', number: 'B-7', version: 9 },
  })
})

test('of each field either one’s can be chosen', async () => {
  const { user, dialog } = await conflict()
  await user.click(within(dialog).getByRole('radio', { name: 'Title: theirs, Theirs' }))
  await user.click(within(dialog).getByRole('button', choices))
  await waitFor(() => expect(sent()).toHaveLength(2))
  expect(sent()[1]).toEqual({ id: 'b1', data: { notes: 'Mine too', number: 'B-7', version: 9 } })
})

test('where all of theirs is chosen, only what they left alone is saved', async () => {
  const { user, dialog } = await conflict()
  for (const name of ['Title: theirs, Theirs', 'Notes: theirs, Theirs too'])
    await user.click(within(dialog).getByRole('radio', { name }))
  await user.click(within(dialog).getByRole('button', choices))
  await waitFor(() => expect(sent()).toHaveLength(2))
  expect(sent()[1]).toEqual({ id: 'b1', data: { number: 'B-7', version: 9 } })
})

const at = (value: string) => ({ target: { value } })

test('a bill that becomes paid may say when, and without that the server does', async () => {
  const { user } = show()
  serve({ 'bills.update': () => refusal(422, { message: 'Not yet', errors: ['Not yet'] }) })
  const status = await screen.findByRole('combobox', { name: 'Status' })
  expect(screen.queryByLabelText('Paid')).toBeNull()
  await user.selectOptions(status, 'paid')
  expect(screen.getByText('Leave empty to use the time of saving')).toBeDefined()
  await user.click(save())
  await waitFor(() => expect(sent()).toHaveLength(1))
  expect(sent()[0]).toEqual({ id: 'b1', data: { status: 'paid', version: 3 } })
  fireEvent.change(screen.getByLabelText('Paid'), at('2026-03-09T12:30'))
  await user.click(save())
  await waitFor(() => expect(sent()).toHaveLength(2))
  const paidAt = new Date('2026-03-09T12:30').toISOString()
  expect(sent()[1]).toEqual({ id: 'b1', data: { status: 'paid', paidAt, version: 3 } })
  // What is typed there is no part of a bill that isn't paid.
  await user.selectOptions(status, 'overdue')
  await user.click(save())
  await waitFor(() => expect(sent()).toHaveLength(3))
  expect(sent()[2]).toEqual({ id: 'b1', data: { status: 'overdue', version: 3 } })
})

test('the date of a payment is corrected, and refused where it can’t be', async () => {
  const paid = { ...bill, status: 'paid', paidAt: '2026-03-09T12:30:00.000Z' } as const
  const { user } = showScreen(<BillEditor record={paid} leave={() => {}} />)
  serve({ 'bills.update': () => saved({ status: 'paid' }) })
  const field = await screen.findByLabelText('Paid')
  fireEvent.change(field, at(''))
  await user.click(save())
  expect(screen.getByText('Enter when it was paid')).toBeDefined()
  fireEvent.change(field, at('2126-03-09T12:30'))
  await user.click(save())
  expect(screen.getByText('Must not be in the future')).toBeDefined()
  fireEvent.change(field, at('2026-03-10T12:30'))
  await user.click(save())
  const paidAt = new Date('2026-03-10T12:30').toISOString()
  await waitFor(() =>
    expect(sent()).toEqual([{ id: 'b1', data: { status: 'paid', paidAt, version: 3 } }]),
  )
})

test('issued and due are days, sent as midnights in UTC', async () => {
  const { user } = show()
  serve({ 'bills.update': () => saved({}) })
  fireEvent.change(await screen.findByLabelText('Issued'), at('2026-03-10'))
  fireEvent.change(screen.getByLabelText('Due'), at('2026-03-09'))
  await user.click(save())
  expect(screen.getByText('Must not be before the issue date')).toBeDefined()
  fireEvent.change(screen.getByLabelText('Due'), at('2026-03-10'))
  await user.click(save())
  const day = '2026-03-10T00:00:00.000Z'
  await waitFor(() =>
    expect(sent()).toEqual([{ id: 'b1', data: { issuedAt: day, dueAt: day, version: 3 } }]),
  )
})

test('a bill that was issued at an hour may be due on that day', async () => {
  const issuedAt = new Date('2026-03-10T12:30').toISOString()
  const { user } = showScreen(<BillEditor record={{ ...bill, issuedAt }} leave={() => {}} />)
  serve({ 'bills.update': () => saved({ issuedAt }) })
  expect((await screen.findByLabelText<HTMLInputElement>('Issued')).value).toBe('2026-03-10')
  fireEvent.change(screen.getByLabelText('Due'), at('2026-03-10'))
  await user.click(save())
  await waitFor(() => expect(sent()).toEqual([{ id: 'b1', data: { dueAt: issuedAt, version: 3 } }]))
})
