import { currencyDecimals, isCurrency } from '@steward/contract/values/currency'
import { BadValue, notA, plainDigits } from './values.ts'

export interface MoneyHints {
  /** The currency by another column or the options; an amount with another currency is refused. */
  currency?: string | undefined
  /** The currency where the text names none, or only a sign that several currencies use. */
  fallback?: string | undefined
  /** The decimal separator, used where the text alone is ambiguous. */
  decimal?: '.' | ',' | undefined
}

/** The currencies that each sign can mean, the most usual one first. */
const signs = new Map(
  `
    $ USD AUD CAD NZD HKD SGD MXN TWD ARS CLP COP
    us$ USD, a$ AUD, au$ AUD, c$ CAD, ca$ CAD, nz$ NZD, hk$ HKD, s$ SGD, r$ BRL, mx$ MXN, nt$ TWD
    € EUR, £ GBP EGP, ¥ JPY CNY, ￥ JPY CNY, 円 JPY, 元 CNY, ₹ INR, ₽ RUB, руб. RUB, ₩ KRW, 원 KRW
    ₺ TRY, ₪ ILS, zł PLN, kč CZK, ₫ VND, ₴ UAH, ฿ THB, ₱ PHP, ₦ NGN, fr. CHF
    د.ك KWD, د.إ AED, ر.س SAR, ₸ KZT, ₾ GEL
  `
    .trim()
    .split(/[,\n]\s*/)
    .map((entry): [string, string[]] => {
      const [sign = '', ...codes] = entry.split(' ')
      return [sign, codes]
    }),
)

export function readCurrency(text: string): string {
  const code = text.trim().toUpperCase()
  if (!isCurrency(code)) throw notA(text, '"{value}" is no currency code such as EUR')
  return code
}

const spaces = /[\s\u00a0\u202f\u2009]/g
const number = /[.,]?\d(?:[\d.,'’\s\u00a0\u202f\u2009]*\d)?/

/** Reads `$4,000` or `1.234,56 €` exactly; throws BadValue if negative or ambiguous. */
export function readMoney(text: string, hints: MoneyHints = {}) {
  const plain = plainDigits(text).replaceAll('٫', '.').replaceAll('٬', "'").trim()
  if (/^\(.*\)$/.test(plain) || /^[^\d]*[-−–]\s*[^\d]*\d/.test(plain) || /\d\s*[-−]$/.test(plain)) {
    if (!/[.,][-−–—]$/.test(plain)) throw notA(text, '"{value}" is negative')
  }
  const match = number.exec(plain)
  if (!match) throw notA(text, '"{value}" is no amount of money')
  const before = plain.slice(0, match.index)
  const after = plain.slice(match.index + match[0].length).replace(/^[.,][-−–—]/, '')
  const currency = currencyOf(text, [before, after], hints)
  const { whole, decimals } = split(text, match[0], currency, hints.decimal)
  return { amount: minorUnits(text, whole, decimals, currency), currency }
}

function currencyOf(text: string, marks: string[], hints: MoneyHints): string {
  let currency = hints.currency
  for (const mark of marks) {
    const word = mark.replace(spaces, '').replace(/^\+/, '')
    if (word === '') continue
    const upper = word.toUpperCase()
    const possible = signs.get(word.toLowerCase()) ?? (isCurrency(upper) ? [upper] : undefined)
    if (!possible) throw notA(text, '"{value}" is no amount of money')
    if (currency === undefined) {
      currency = possible.find((code) => code === hints.fallback) ?? possible[0]
    } else if (!possible.includes(currency)) {
      throw notA(text, '"{value}" is not in {currency}, as is said beside it', { currency })
    }
  }
  currency ??= hints.fallback
  if (currency === undefined) {
    throw notA(text, '"{value}" names no currency; say it with {option} or a column', {
      option: '--currency',
    })
  }
  return currency
}

/** Joins digits between separators, in groups of three, or of two and a last of three (India). */
function join(text: string, parts: string[]): string {
  const [first = '', ...rest] = parts
  const three = first.length <= 3 && rest.every((part) => part.length === 3)
  const indian =
    first.length <= 2 &&
    rest.at(-1)?.length === 3 &&
    rest.slice(0, -1).every((part) => part.length === 2)
  if (rest.length > 0 && (first === '' || !(three || indian))) {
    throw notA(text, '"{value}" has its separators in odd places')
  }
  return parts.join('')
}

function split(text: string, core: string, currency: string, decimal: '.' | ',' | undefined) {
  const body = core.replace(/[’\s\u00a0\u202f\u2009]/g, "'")
  const points = body.replace(/[\d']/g, '')
  const point = decimalSign(text, body, points, currency, decimal)
  const at = point ? body.lastIndexOf(point) : -1
  const whole = at < 0 ? body : body.slice(0, at)
  const decimals = at < 0 ? '' : body.slice(at + 1)
  if (
    /[^\d]/.test(decimals) ||
    (point && whole.includes(point)) ||
    (points.length > 1 && new Set(whole.replace(/\d/g, '')).size > 1)
  ) {
    throw notA(text, '"{value}" has its separators in odd places')
  }
  return { whole: whole === '' ? '0' : join(text, whole.split(/[.,']/)), decimals }
}

function decimalSign(
  text: string,
  body: string,
  points: string,
  currency: string,
  decimal: '.' | ',' | undefined,
): string | undefined {
  const last = points.at(-1)
  if (last === undefined) return undefined
  if (decimal) return points.includes(decimal) ? decimal : undefined
  if (new Set(points).size === 2) return last
  if (points.length > 1) return undefined
  const [before = '', after = ''] = body.split(last)
  // Three digits after the only separator can be thousands or decimals.
  const isOpen = after.length === 3 && /^\d{1,3}$/.test(before) && !/^0*$/.test(before)
  if (!isOpen) return last
  if (last === ',' && currencyDecimals(currency) < 3) return undefined
  throw notA(text, '"{value}" can be {thousands} or {decimals}; say {point} or {comma}', {
    thousands: before + after,
    decimals: `${before}.${after}`,
    point: '--decimal .',
    comma: '--decimal ,',
  })
}

function minorUnits(text: string, whole: string, decimals: string, currency: string): number {
  const places = currencyDecimals(currency)
  if (/[1-9]/.test(decimals.slice(places))) {
    throw notA(text, '"{value}" has more decimals than {currency} has ({places})', {
      currency,
      places,
    })
  }
  const amount = BigInt(whole + decimals.slice(0, places).padEnd(places, '0'))
  if (amount > BigInt(Number.MAX_SAFE_INTEGER)) throw new BadValue('is too large')
  return Number(amount)
}
