// @vitest-environment jsdom
import { screen, within } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { prepareScreens, showScreen } from '../../testing/screen.tsx'
import { refusal, serve } from '../../testing/server.ts'
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
