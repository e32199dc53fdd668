import fc from 'fast-check'
import { expect, test } from 'vitest'
import { currencyDecimals, decimalText } from './currency.ts'

test.each([
  ['EUR', 2],
  ['JPY', 0],
  ['KWD', 3],
  ['CLF', 4],
  // Where the data of Intl, made for display, say otherwise.
  ['HUF', 2],
  ['IDR', 2],
  ['IQD', 3],
])('%s has %i decimals', (currency, decimals) => {
  expect(currencyDecimals(currency)).toBe(decimals)
})

test('amounts have their currency’s decimals, by moving the point alone', () => {
  expect(decimalText(0, 'EUR')).toBe('0.00')
  expect(decimalText(-7, 'EUR')).toBe('-0.07')
  expect(decimalText(1234, 'JPY')).toBe('1234')
  expect(decimalText(1234, 'KWD')).toBe('1.234')
  expect(decimalText(Number.MAX_SAFE_INTEGER, 'EUR')).toBe('90071992547409.91')
})

test('a shifted integer holds the same digits', () => {
  const currencies = fc.constantFrom('JPY', 'EUR', 'KWD', 'CLF')
  fc.assert(
    fc.property(fc.bigInt(), currencies, (minor, currency) => {
      const text = decimalText(minor, currency)
      expect(BigInt(text.replace('.', ''))).toBe(minor)
      expect(text.split('.')[1] ?? '').toHaveLength(currencyDecimals(currency))
    }),
  )
})
