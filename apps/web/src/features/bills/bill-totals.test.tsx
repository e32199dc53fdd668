// @vitest-environment jsdom
import { screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { prepareScreens, showScreen } from '../../testing/screen.tsx'
import { callsOf, serve } from '../../testing/server.ts'
import { moneyText } from '../../ui/format/money-text.ts'
import { BillTotals } from './bill-totals.tsx'

prepareScreens()

const total = (status: string, currency: string, count: number, amount: string) => ({
  status,
  currency,
  count,
  amount,
})
const strip = () => screen.findByRole('region', { name: 'Totals of these bills' })

test('each sum stands in its own currency, below its own status', async () => {
  const totals = [
    total('due', 'EUR', 3, '120050'),
    total('paid', 'EUR', 1, '700'),
    total('due', 'JPY', 2, '5000'),
    total('due', 'USD', 1_204, '99'),
  ]
  serve({ 'bills.totals': () => ({ data: { totals } }) })
  const query = { status: ['due', 'paid'], page: '3', limit: '10', sort: 'amount' }
  const { user } = showScreen(<BillTotals query={query} />)
  const [due, paid] = await within(await strip()).findAllByRole('list')
  const sums = (list: HTMLElement | undefined) =>
    within(list as HTMLElement)
      .getAllByRole('listitem')
      .map((item) => [item.textContent, item.title])
  expect(sums(due)).toEqual([
    [moneyText('120050', 'EUR'), '3 bills'],
    [moneyText('5000', 'JPY'), '2 bills'],
    [moneyText('99', 'USD'), '1,204 bills'],
  ])
  expect(sums(paid)).toEqual([[moneyText('700', 'EUR'), '1 bill']])
  expect((await strip()).textContent).toContain('1,209 bills')
  expect(callsOf('bills.totals').map(({ query }) => query)).toEqual([{ status: 'paid' }])
  await user.click(screen.getByRole('button', { name: 'All currencies', expanded: false }))
  expect(screen.getByRole('button', { name: 'All currencies', expanded: true })).toBeDefined()
})

test('without amounts, which may be hidden, bills are counted', async () => {
  const totals = ['EUR', 'JPY'].map((currency) => ({ status: 'due', currency, count: 2 }))
  serve({ 'bills.totals': () => ({ data: { totals } }) })
  showScreen(<BillTotals query={{}} />)
  const region = await strip()
  await within(region).findByText('4 bills')
  expect(within(region).queryByRole('list')).toBeNull()
  expect(screen.queryByRole('button', { name: 'All currencies' })).toBeNull()
})

test('where no bill is found, there are none', async () => {
  serve({ 'bills.totals': () => ({ data: { totals: [] } }) })
  showScreen(<BillTotals query={{}} />)
  await waitFor(() => expect(callsOf('bills.totals')).toHaveLength(1))
  await waitFor(() => expect(document.querySelector('[class*=totals]')).toBeNull())
})
