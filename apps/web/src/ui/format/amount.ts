import { currencyDecimals, decimalText } from '@steward/contract/values/currency'

/** A typed amount in minor units of its currency, or the error in it. */
export type TypedAmount =
  | { minor: number; error?: undefined }
  | { minor?: undefined; error: string }

const places = ['no decimals', '1 decimal', '2 decimals', '3 decimals', '4 decimals']

/**
 * Reads an amount digit by digit; ambiguous ones such as `1,234` are refused.
 * @example readAmount('12.5', 'EUR') // { minor: 1250 }
 */
export function readAmount(text: string, currency: string): TypedAmount {
  const typed = text.trim()
  const refuse = (error: string) => ({ error })
  if (typed === '') return refuse('Enter an amount')
  if (/^[-−–]/.test(typed)) return refuse('Must be 0 or more')
  if (/^\d[\d.,]*e[+-]?\d+$/i.test(typed)) return refuse('Enter all digits without an exponent')
  if (/\p{Nd}/u.test(typed.replaceAll(/\d/g, ''))) return refuse('Use only the digits 0 to 9')
  if (/[\p{L}\p{Sc}]/u.test(typed))
    return refuse('Enter only the number. The currency has its own field')
  if (/^\d+,\d+$/.test(typed)) return refuse('Use a decimal point, such as 12.50')
  if (/^[\d\s.,'’]+$/.test(typed) && !/^\d+(\.\d*)?$/.test(typed))
    return refuse('Leave out thousands separators, such as 1234.50')
  const parts = /^(\d+)(?:\.(\d*))?$/.exec(typed)
  if (!parts) return refuse('Enter an amount, such as 12.50')
  const decimals = currencyDecimals(currency)
  const fraction = parts[2] ?? ''
  if (fraction.length > decimals)
    return refuse(`${currency || 'This currency'} has ${places[decimals]}`)
  const minor = BigInt(parts[1] + fraction.padEnd(decimals, '0'))
  if (minor > BigInt(Number.MAX_SAFE_INTEGER)) return refuse('This amount is too large')
  return { minor: Number(minor) }
}

/** An amount in minor units as {@link readAmount} reads it; empty where it isn't an integer. */
export function typedAmount(minor: unknown, currency: string): string {
  const text = typeof minor === 'number' || typeof minor === 'string' ? String(minor) : ''
  return /^-?\d+$/.test(text) ? decimalText(BigInt(text), currency) : ''
}
