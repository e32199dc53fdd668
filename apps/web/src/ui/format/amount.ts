import { currencyDecimals, decimalText } from '@steward/contract/values/currency'
import { currentTranslator, perReader, t } from '@steward/i18n/reader'

/** A typed amount in minor units of its currency, or the error in it. */
export type TypedAmount =
  | { minor: number; error?: undefined }
  | { minor?: undefined; error: string }

/** The reader's decimal mark: a point or a comma. */
const decimalMark = perReader(() => {
  const { numbers, locale } = currentTranslator().reader
  const parts = new Intl.NumberFormat(numbers ?? locale, { numberingSystem: 'latn' }).formatToParts(
    0.5,
  )
  return parts.find(({ type }) => type === 'decimal')?.value === ',' ? ',' : '.'
})

const inPlaces = (plain: string) => plain.replace('.', decimalMark())

/**
 * Reads an amount digit by digit; ambiguous ones such as `1,234` are refused.
 * @example readAmount('12.5', 'EUR') // { minor: 1250 }
 */
export function readAmount(text: string, currency: string): TypedAmount {
  const mark = decimalMark()
  const typed = text.trim()
  const refuse = (error: string) => ({ error })
  const example = inPlaces('12.50')
  if (typed === '') return refuse(t('Enter an amount'))
  if (/^[-−–]/.test(typed)) return refuse(t('Must be 0 or more'))
  if (/^\d[\d.,]*e[+-]?\d+$/i.test(typed)) return refuse(t('Enter all digits without an exponent'))
  if (/\p{Nd}/u.test(typed.replaceAll(/\d/g, ''))) return refuse(t('Use only the digits 0 to 9'))
  if (/[\p{L}\p{Sc}]/u.test(typed))
    return refuse(t('Enter only the number. The currency has its own field'))
  if (mark === '.' && /^\d+,\d+$/.test(typed))
    return refuse(t('Use a decimal point, such as {example}', { example }))
  if (mark === ',' && /^\d+\.\d+$/.test(typed))
    return refuse(t('Use a decimal comma, such as {example}', { example }))
  const parts = (mark === '.' ? /^(\d+)(?:\.(\d*))?$/ : /^(\d+)(?:,(\d*))?$/).exec(typed)
  if (!parts && /^[\d\s.,'’]+$/.test(typed))
    return refuse(
      t('Leave out thousands separators, such as {example}', { example: inPlaces('1234.50') }),
    )
  if (!parts) return refuse(t('Enter an amount, such as {example}', { example }))
  const decimals = currencyDecimals(currency)
  const fraction = parts[2] ?? ''
  if (fraction.length > decimals)
    return refuse(
      currency
        ? t(
            '{currency} has {decimals, plural, =0 {no decimals} one {# decimal} other {# decimals}}',
            { currency, decimals },
          )
        : t(
            'This currency has {decimals, plural, =0 {no decimals} one {# decimal} other {# decimals}}',
            { decimals },
          ),
    )
  const minor = BigInt(parts[1] + fraction.padEnd(decimals, '0'))
  if (minor > BigInt(Number.MAX_SAFE_INTEGER)) return refuse(t('This amount is too large'))
  return { minor: Number(minor) }
}

/** An amount in minor units as {@link readAmount} reads it; empty where it isn't an integer. */
export function typedAmount(minor: unknown, currency: string): string {
  const text = typeof minor === 'number' || typeof minor === 'string' ? String(minor) : ''
  return /^-?\d+$/.test(text) ? inPlaces(decimalText(BigInt(text), currency)) : ''
}
