const preferred = typeof navigator === 'undefined' ? [] : (navigator.languages ?? [])

/** The reader's preferred variant of English, which is the language of the page. */
export const locale: string = preferred.find((tag) => /^en\b/i.test(tag)) ?? 'en'

/** Creates a value on its first use; for Intl objects, which are slow to create. */
export function once<T>(make: () => T): () => T {
  let made: { value: T } | undefined
  return () => {
    made ??= { value: make() }
    return made.value
  }
}

const whole = once(() => new Intl.NumberFormat(locale))
const hasCommas = /^en(-(US|GB|IE|AU|NZ|CA))?$/i.test(locale)

/** Writes a count with its thousands apart: `16,376`. */
export function count(value: number): string {
  const isPlain = Number.isSafeInteger(value) && !Object.is(value, -0)
  if (isPlain && Math.abs(value) < 1000) return String(value)
  if (isPlain && hasCommas) return String(value).replace(/\B(?=(\d{3})+$)/g, ',')
  return whole().format(value)
}

const conjunction = once(() => new Intl.ListFormat(locale, { type: 'conjunction' }))

export const listed = (words: readonly string[]): string => conjunction().format(words)

export const counted = (value: number, one: string, many: string): string =>
  `${count(value)} ${value === 1 ? one : many}`
