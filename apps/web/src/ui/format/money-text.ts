import { currencyDecimals, decimalText } from '@steward/contract/values/currency'
import { currentTranslator, isolated, perReader } from '@steward/i18n/reader'

const formats = perReader(() => new Map<string, Intl.NumberFormat>())

function formatOf(currency: string): Intl.NumberFormat {
  const kept = formats()
  let format = kept.get(currency)
  if (!format) {
    const decimals = currencyDecimals(currency)
    const { numbers, locale } = currentTranslator().reader
    format = new Intl.NumberFormat(numbers ?? locale, {
      style: 'currency',
      currency,
      minimumFractionDigits: decimals,
      maximumFractionDigits: decimals,
    })
    kept.set(currency, format)
  }
  return format
}

/** An amount in minor units as `€1,234.56`; null for none; an invalid one as it is. */
export function moneyText(amount: unknown, currency: unknown): string | null {
  const written = typeof amount === 'bigint' ? amount.toString() : amount
  if (written === null || written === undefined || written === '') return null
  if (typeof written !== 'number' && typeof written !== 'string') return null
  const code = typeof currency === 'string' ? currency.trim().toUpperCase() : ''
  const plain = code === '' ? String(written) : `${written} ${code}`
  const isWhole = typeof written === 'number' ? Number.isInteger(written) : /^-?\d+$/.test(written)
  if (!isWhole || !/^[A-Z]{3}$/.test(code)) return plain
  const decimal = decimalText(BigInt(written), code)
  const format = formatOf(code)
  if (currentTranslator().direction === 'ltr')
    return format.format(decimal as Intl.StringNumericLiteral)
  // Isolate a symbol with letters, or `UK£` is written as `£UK`.
  return format
    .formatToParts(decimal as Intl.StringNumericLiteral)
    .map(({ type, value }) => (type === 'currency' ? isolated(value, 'rtl') : value))
    .join('')
}
