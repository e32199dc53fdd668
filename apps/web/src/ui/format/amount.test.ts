import { expect, test } from 'vitest'
import { readAmount, typedAmount } from './amount.ts'

test.each([
  ['12', 'EUR', 1200],
  ['12.5', 'EUR', 1250],
  [' 0.07 ', 'EUR', 7],
  ['5.', 'EUR', 500],
  ['1200', 'JPY', 1200],
  ['1.234', 'KWD', 1234],
  // Through a floating-point number this one would lose its last digit.
  ['90071992547409.91', 'EUR', 9007199254740991],
])('%s of %s is %i minor units', (text, currency, minor) => {
  expect(readAmount(text, currency)).toEqual({ minor })
  expect(readAmount(typedAmount(minor, currency), currency)).toEqual({ minor })
})

test.each([
  ['', 'EUR', 'Enter an amount'],
  ['1e9', 'EUR', 'Enter all digits without an exponent'],
  ['-5', 'EUR', 'Must be 0 or more'],
  ['12.345 EUR', 'EUR', 'Enter only the number. The currency has its own field'],
  ['€12', 'EUR', 'Enter only the number. The currency has its own field'],
  ['١٢', 'EUR', 'Use only the digits 0 to 9'],
  ['12,50', 'EUR', 'Use a decimal point, such as 12.50'],
  ['1,234.50', 'EUR', 'Leave out thousands separators, such as 1234.50'],
  ['12.345', 'EUR', 'EUR has 2 decimals'],
  ['12.5', 'JPY', 'JPY has no decimals'],
  ['.', 'EUR', 'Leave out thousands separators, such as 1234.50'],
  ['90071992547409.92', 'EUR', 'This amount is too large'],
])('“%s” of %s is refused: %s', (text, currency, error) => {
  expect(readAmount(text, currency)).toEqual({ error })
})
