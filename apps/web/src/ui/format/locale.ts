const preferred = typeof navigator === 'undefined' ? [] : (navigator.languages ?? [])

/**
 * The locale of dates, numbers and amounts: the reader's own kind of English, so that a page never
 * mixes two languages.
 */
export const locale: string = preferred.find((tag) => /^en\b/i.test(tag)) ?? 'en'

const whole = new Intl.NumberFormat(locale)

/** Writes a count with its thousands apart: `16,376`. */
export const count = (value: number): string => whole.format(value)

const conjunction = new Intl.ListFormat(locale, { type: 'conjunction' })

/** `Name, Phone and About`: some words as one phrase. */
export const listed = (words: readonly string[]): string => conjunction.format(words)

/** `1 role`, `3 roles`: a count with the right word. */
export const counted = (value: number, one: string, many: string): string =>
  `${count(value)} ${value === 1 ? one : many}`
