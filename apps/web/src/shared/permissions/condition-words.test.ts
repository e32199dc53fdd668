import { expect, test } from 'vitest'
import { noteName } from '../../ui/list/filters/filter-names.ts'
import { conditionWords, fieldRuleWords, permittedWords, whereWords } from './condition-words.ts'

test('a condition reads as a sentence, with an amount in its currency', () => {
  const where = { 'amount.max': '50000', currency: ['EUR'], payer: ['me'], 'createdAt.last': '30d' }
  expect(whereWords('bills', where)).toBe(
    'payer is me, amount at most €500.00, currency is EUR and created in the last 30 days',
  )
  expect(conditionWords('Bills', 'bills', [where])).toMatch(/^only bills with payer is me/)
  expect(whereWords('bills', { 'amount.min': '1500', currency: ['JPY'] })).toBe(
    'amount at least ¥1,500 and currency is JPY',
  )
})

test('an amount has no currency where several may be meant', () => {
  const max = { 'amount.max': '50000' }
  expect(whereWords('bills', { ...max, currency: ['EUR', 'USD'] })).toBe(
    'amount at most 500.00 and currency is EUR or USD',
  )
  expect(whereWords('bills', { ...max, currency: ['JPY'], match: 'any' })).toBe(
    'amount at most 500.00 or currency is JPY',
  )
})

test('any of several filters, and any of several conditions, is enough', () => {
  const where = { status: ['due', 'overdue'], 'amount.max': '500', match: 'any' }
  expect(whereWords('bills', where)).toBe('amount at most 5.00 or status is Due or Overdue')
  expect(conditionWords('Bills', 'bills', [{ status: ['due'] }, { status: ['paid'] }])).toBe(
    'only bills with status is Due, or with status is Paid',
  )
})

test('whether a shopping feed is open is said as elsewhere', () => {
  expect(whereWords('users', { shoppingFeedStatus: ['inactive'] })).toBe('shopping feed is Closed')
})

test('what is named by an id has the name that was seen, or the beginning of the id', () => {
  const id = '0197a4e2-0000-7000-8000-000000000001'
  expect(whereWords('posts', { category: [id] })).toBe('category is 0197a4e2…')
  noteName({ value: id, label: 'Garden' })
  expect(whereWords('posts', { category: [id] })).toBe('category is Garden')
})

test('hidden and read-only fields read as a sentence', () => {
  const bills = { module: 'Operations', submodule: 'Bills' }
  expect(fieldRuleWords({ ...bills, hidden: ['notes', 'payer'], readOnly: ['amount'] })).toBe(
    'without notes and payer; amount read-only',
  )
  expect(fieldRuleWords({ ...bills, hidden: [], readOnly: [] })).toBe('')
  expect(permittedWords({ ...bills, action: 'update', where: { status: ['due'] } })).toBe(
    'Operations · Bills · edit: only bills with status is Due',
  )
})
