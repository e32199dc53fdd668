import { currencyDecimals } from '@steward/contract/values/currency'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { readMoney } from './money.ts'

describe('readMoney', () => {
  it.each([
    ['$4,000 ', {}, 400_000, 'USD'],
    ['$500 ', {}, 50_000, 'USD'],
    ['€1.234,56', {}, 123_456, 'EUR'],
    ['1 234,5 €', {}, 123_450, 'EUR'],
    ['1\u202f234,50 €', {}, 123_450, 'EUR'],
    ["CHF 1'000.–", {}, 100_000, 'CHF'],
    ['5,-', { fallback: 'NOK' }, 500, 'NOK'],
    ['₹12,34,567.50', {}, 123_456_750, 'INR'],
    ['¥1,000', {}, 1000, 'JPY'],
    ['¥20', { fallback: 'CNY' }, 2000, 'CNY'],
    ['KWD 0.500', {}, 500, 'KWD'],
    ['HUF 12.50', {}, 1250, 'HUF'],
    ['1,234.500 KWD', {}, 1_234_500, 'KWD'],
    ['KWD 1,500', { decimal: ',' }, 1500, 'KWD'],
    ['٤٬٠٠٠٫٥ USD', {}, 400_050, 'USD'],
    ['१२३', { currency: 'INR' }, 12_300, 'INR'],
    ['.50', { fallback: 'EUR' }, 50, 'EUR'],
    ['4.000', { fallback: 'EUR', decimal: ',' }, 400_000, 'EUR'],
    ['12.5000', { fallback: 'EUR' }, 1250, 'EUR'],
    ['$5 USD', {}, 500, 'USD'],
    ['$5', { currency: 'CAD' }, 500, 'CAD'],
    ['90071992547409.91', { fallback: 'USD' }, Number.MAX_SAFE_INTEGER, 'USD'],
  ] as const)('reads %s', (text, hints, amount, currency) => {
    expect(readMoney(text, hints)).toEqual({ amount, currency })
  })

  it.each([
    ['', 'no amount'],
    ['free', 'no amount'],
    ['1e9', 'no amount'],
    ['0x10', 'no amount'],
    ['12', 'names no currency'],
    ['-5 €', 'negative'],
    ['€-5', 'negative'],
    ['($5)', 'negative'],
    ['5- €', 'no amount'],
    ['€5-', 'negative'],
    ['€4.000', 'can be 4000 or 4.000'],
    ['KWD 1,500', 'can be'],
    ['€12.345', 'can be'],
    ['€1.2345', 'more decimals'],
    ['¥1.5', 'more decimals'],
    ['€1,23,4', 'odd places'],
    ['€1.234.56', 'odd places'],
    ['$5 €', 'is not in USD'],
    ['90071992547409.92 $', 'too large'],
  ])('refuses %s', (text, reason) => {
    expect(() => readMoney(text)).toThrow(reason)
  })

  it('reads back what Intl writes', () => {
    const written = fc.record({
      minor: fc.integer({ min: 0, max: Number.MAX_SAFE_INTEGER }),
      currency: fc.constantFrom('USD', 'EUR', 'JPY', 'GBP', 'INR'),
      locale: fc.constantFrom(
        'en-US',
        'de-DE',
        'fr-FR',
        'de-CH',
        'en-IN',
        'ar-EG',
        'hi-IN',
        'sv-SE',
      ),
    })
    fc.assert(
      fc.property(written, ({ minor, currency, locale }) => {
        const places = currencyDecimals(currency)
        const digits = String(minor).padStart(places + 1, '0')
        const exact = places === 0 ? digits : `${digits.slice(0, -places)}.${digits.slice(-places)}`
        const text = new Intl.NumberFormat(locale, { minimumFractionDigits: places }).format(
          exact as `${number}`,
        )
        // One point and three digits could be either; a locale that writes so has to say it.
        const decimal =
          locale.startsWith('de-DE') || locale === 'fr-FR' || locale === 'sv-SE' ? ',' : '.'
        expect(readMoney(text, { currency, decimal })).toEqual({ amount: minor, currency })
      }),
    )
  })
})
