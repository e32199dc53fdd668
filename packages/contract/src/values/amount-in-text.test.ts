import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { amountsIn, isAmountOf } from './amount-in-text.ts'
import { decimalText } from './currency.ts'

const euros = (text: string) =>
  amountsIn(text)
    .filter(({ decimals }) => decimals === 2)
    .map(({ minor }) => Number(minor))

describe('an amount in a text', () => {
  test.each([
    ['1250', [125_000]],
    ['1,250.00', [125_000]],
    ['1.250,00', [125_000]],
    ['€ 1 250', [125_000]],
    ['1’250.5 CHF', [125_050]],
    ['EUR 12', [1_200]],
    ['-3,5', [-350]],
    // A thousand of something, or a fraction that euros don't have.
    ['1,234', [123_400]],
    ['12.345.67', []],
    ['1 2', []],
    ['B-1250', []],
    ['99999999999999999999', []],
    ['', []],
  ])('%s', (text, minor) => expect(euros(text)).toEqual(minor))

  test('is the one that was written, in any currency', () => {
    const amount = fc.record({
      minor: fc.maxSafeNat(),
      currency: fc.constantFrom('EUR', 'JPY', 'KWD', 'CLF'),
    })
    fc.assert(
      fc.property(amount, ({ minor, currency }) => {
        const text = decimalText(minor, currency)
        expect(isAmountOf(amountsIn(text), minor, currency)).toBe(true)
      }),
    )
  })
})
