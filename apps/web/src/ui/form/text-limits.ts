import { t } from '@steward/i18n/reader'

/** The most characters of a text by kind (contract, limits). */
export const maxCharacters = { line: 200, text: 10_000 } as const

export function tooLong(value: string, kind: keyof typeof maxCharacters): string | undefined {
  const most = maxCharacters[kind]
  const text = value.trim()
  // Limits count code points; a text of over twice the limit is refused without counting them.
  const fits = text.length <= most || (text.length <= most * 2 && [...text].length <= most)
  if (fits) return undefined
  return t('{most, plural, one {Enter at most # character} other {Enter at most # characters}}', {
    most,
  })
}
