import { currencyDecimals, decimalText } from '@steward/contract/values/currency'
import { locale } from './locale.ts'

const formats = new Map<string, Intl.NumberFormat>()

function formatOf(currency: string): Intl.NumberFormat {
  let format = formats.get(currency)
  if (!format) {
    const decimals = currencyDecimals(currency)
    format = new Intl.NumberFormat(locale, {
      style: 'currency',
      currency,
      minimumFractionDigits: decimals,
      maximumFractionDigits: decimals,
    })
    formats.set(currency, format)
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
  return formatOf(code).format(decimal as Intl.StringNumericLiteral)
}
