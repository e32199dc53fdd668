import { currencyDecimals, isCurrency, unusualCurrencies } from './currency.ts'

/** An amount in minor units, for the currencies that have `decimals` decimals. */
export interface AmountOf {
  decimals: number
  minor: bigint
}

/** The maximum of columns with amounts, which is also the largest exact number of JSON. */
const most = BigInt(Number.MAX_SAFE_INTEGER)

/** The numbers of decimals that currencies have by ISO 4217. */
const decimalsInUse = [0, 2, 3, 4]

/**
 * All amounts that a text can mean, with or without currency and thousands separators; `1,234` means both.
 * @example amountsIn('€ 1 250') // 1250 for the yen, 125000 for the euro, 1250000 for the Kuwaiti dinar …
 */
export function amountsIn(text: string): AmountOf[] {
  const bare = withoutCurrency(text.trim())
  const [, sign = '', number = ''] = /^([-−–]?)\s*(\d[\d.,'’\s]*)$/u.exec(bare) ?? []
  const found: AmountOf[] = []
  for (const { whole, fraction } of readingsOf(number)) {
    const kept = fraction.replace(/0+$/, '')
    for (const decimals of decimalsInUse) {
      if (kept.length > decimals || whole.length + decimals > 17) continue
      const minor = BigInt(whole + kept.padEnd(decimals, '0'))
      if (minor <= most) found.push({ decimals, minor: sign === '' ? minor : -minor })
    }
  }
  return found
}

export const isAmountOf = (amounts: readonly AmountOf[], minor: number, currency: string) =>
  amounts.some(
    (each) => each.minor === BigInt(minor) && each.decimals === currencyDecimals(currency),
  )

/** The currencies with so many decimals, other than two. */
export const currenciesWith = (decimals: number): string[] =>
  Object.entries(unusualCurrencies).flatMap(([code, of]) => (of === decimals ? [code] : []))

function withoutCurrency(text: string): string {
  const sign = text.replace(/^([-−–]?)\s*\p{Sc}\s*|\s*\p{Sc}$/u, '$1')
  const [, before, , after] = /^([a-z]{3}(?![a-z]))?(.*?)((?<![a-z])[a-z]{3})?$/isu.exec(sign) ?? []
  const isCode = (code: string | undefined): code is string =>
    code !== undefined && isCurrency(code.toUpperCase())
  const start = isCode(before) ? before.length : 0
  const end = isCode(after) ? sign.length - after.length : sign.length
  return sign.slice(start, end).trim()
}

interface Reading {
  whole: string
  fraction: string
}

function readingsOf(number: string): Reading[] {
  const marks = number.replaceAll(/\d/g, '')
  const last = marks.at(-1)
  if (last === undefined) return number === '' ? [] : [{ whole: number, fraction: '' }]
  const grouped: Reading[] = isGrouped(number) ? [{ whole: digitsOf(number), fraction: '' }] : []
  if (last !== '.' && last !== ',') return grouped
  const at = number.lastIndexOf(last)
  const whole = number.slice(0, at)
  const isDecimal = !whole.includes(last) && (/^\d+$/.test(whole) || isGrouped(whole))
  return isDecimal
    ? [...grouped, { whole: digitsOf(whole), fraction: number.slice(at + 1) }]
    : grouped
}

/** Whether digits are in groups of three, with the same separator throughout. */
const isGrouped = (number: string) => /^\d{1,3}([.,'’\s])\d{3}(?:\1\d{3})*$/u.test(number)

const digitsOf = (number: string) => number.replaceAll(/\D/g, '')
