// @vitest-environment jsdom
import { screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { prepareScreens, showScreen } from '../../testing/screen.tsx'
import { refusal, serve } from '../../testing/server.ts'
import { OwnIdProvider } from '../../ui/list/filters/own-id.ts'
import { OwnLimitsProvider } from '../../ui/permissions/own-limits.ts'
import { BillEditor } from './bill-editor.tsx'

prepareScreens()
beforeEach(() => serve({ 'bills.nextNumber': () => ({ data: { number: 'B-9' } }) }))

const total = (currency: string, count: number) => ({ status: 'due', currency, count, amount: 1 })
const show = () => showScreen(<BillEditor record={null} leave={() => {}} />)
const currency = () => screen.findByRole<HTMLSelectElement>('combobox', { name: 'Currency' })

test('a new bill begins with the currency of most bills, and those in use come first', async () => {
  const totals = [total('EUR', 3), total('JPY', 2), total('JPY', 2)]
  serve({ 'bills.totals': () => ({ data: { totals } }) })
  show()
  const field = await currency()
  expect(field.value).toBe('JPY')
  const inUse = within(field).getByRole('group', { name: 'In use' })
  expect(
    within(inUse)
      .getAllByRole('option')
      .map(({ textContent }) => textContent),
  ).toEqual(['JPY · Japanese Yen', 'EUR · Euro'])
})

test('where the sums can’t be had, the currency has to be chosen', async () => {
  serve({ 'bills.totals': () => refusal(500, { message: 'No' }) })
  const { user } = show()
  expect((await currency()).value).toBe('')
  await user.click(screen.getByRole('button', { name: 'Create bill' }))
  expect(await screen.findByText('Choose a currency', { selector: 'p' })).toBeDefined()
})

test('a new bill begins as the condition of creating bills asks, which is said above it', async () => {
  const sent: unknown[] = []
  serve({
    'bills.totals': () => ({ data: { totals: [total('EUR', 3)] } }),
    'bills.create': ({ body }) => {
      sent.push(body)
      return { data: { _id: 'b1', title: 'Rent' } }
    },
  })
  const where = { currency: ['JPY'], status: ['due'], payer: ['me'] }
  const condition = { module: 'Operations', submodule: 'Bills', action: 'create', where }
  const { user } = showScreen(
    <OwnIdProvider value="u1">
      <OwnLimitsProvider value={{ conditions: [condition], fieldRules: [] }}>
        <BillEditor record={null} leave={() => {}} />
      </OwnLimitsProvider>
    </OwnIdProvider>,
  )
  expect((await currency()).value).toBe('JPY')
  expect(screen.getByRole<HTMLInputElement>('combobox', { name: 'Payer' }).value).toBe('Me')
  const note = await screen.findByRole('note')
  expect(note.textContent).toBe(
    'Your role lets you create only bills with payer is me, currency is JPY and status is Due.',
  )
  await user.type(screen.getByRole('textbox', { name: 'Title' }), 'Rent')
  await user.type(screen.getByRole('textbox', { name: 'Amount' }), '5')
  await user.click(screen.getByRole('button', { name: 'Create bill' }))
  await waitFor(() =>
    expect(sent).toMatchObject([
      { data: { title: 'Rent', payer: { _id: 'u1' }, currency: 'JPY', status: 'due' } },
    ]),
  )
})
