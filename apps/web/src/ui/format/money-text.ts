import { locale } from './locale.ts'

const decimalsOf: Readonly<Record<string, number>> = Object.fromEntries([
  ...'BIF CLP DJF GNF ISK JPY KMF KRW PYG RWF UGX UYI VND VUV XAF XOF XPF'
    .split(' ')
    .map((code) => [code, 0]),
  ...'BHD IQD JOD KWD LYD OMR TND'.split(' ').map((code) => [code, 3]),
  ...'CLF UYW'.split(' ').map((code) => [code, 4]),
])

/** Decimals of a currency by ISO 4217, where Intl's own data sometimes differs (IQD, AFN…). */
export const currencyDecimals = (currency: string): number => decimalsOf[currency] ?? 2

/**
 * Shifts an integer of minor units to a decimal number, without floating point.
 * @example decimalText(123456n, 2) // '1234.56'
 */
export function decimalText(minor: bigint, decimals: number): string {
  const digits = (minor < 0n ? -minor : minor).toString().padStart(decimals + 1, '0')
  const cut = digits.length - decimals
  const fraction = decimals > 0 ? `.${digits.slice(cut)}` : ''
  return `${minor < 0n ? '-' : ''}${digits.slice(0, cut)}${fraction}`
}

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

/**
 * Writes an amount of money.
 * @param amount an integer in minor units of `currency`, as a number, a bigint or text
 * @param currency an ISO 4217 code
 * @returns for example `€1,234.56`; null where there is no amount. What is no whole number or has no
 * proper code is written as it came, never rounded or guessed.
 */
export function moneyText(amount: unknown, currency: unknown): string | null {
  const written = typeof amount === 'bigint' ? amount.toString() : amount
  if (written === null || written === undefined || written === '') return null
  if (typeof written !== 'number' && typeof written !== 'string') return null
  const code = typeof currency === 'string' ? currency.trim().toUpperCase() : ''
  const plain = code === '' ? String(written) : `${written} ${code}`
  const isWhole = typeof written === 'number' ? Number.isInteger(written) : /^-?\d+$/.test(written)
  if (!isWhole || !/^[A-Z]{3}$/.test(code)) return plain
  const decimal = decimalText(BigInt(written), currencyDecimals(code))
  return formatOf(code).format(decimal as Intl.StringNumericLiteral)
}
