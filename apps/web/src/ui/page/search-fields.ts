/** The search of an address as it was parsed: text, and lists where a key is repeated. */
export type RawSearch = Readonly<Record<string, unknown>>

/** Reads the value of one key; undefined for anything that is no proper value of it. */
export type Field<T> = (value: unknown) => T | undefined

/** What a route knows of its search: every key may be missing. */
export type SearchOf<F> = {
  [K in keyof F]?: F[K] extends Field<infer T> ? T | undefined : never
}

/** Every text under a key, each once; numbers and booleans of a link become text again. */
export const texts: Field<string[]> = (value) => {
  const all = Array.isArray(value) ? value : [value]
  const words = all.filter((one) => ['string', 'number', 'boolean'].includes(typeof one))
  return words.length > 0 ? [...new Set(words.map(String))] : undefined
}

/** One text that is not empty. */
export const text: Field<string> = (value) => texts(value)?.[0] || undefined

/** One text of a form. */
export const textLike =
  (form: RegExp): Field<string> =>
  (value) => {
    const one = text(value)
    return one !== undefined && form.test(one) ? one : undefined
  }

/** One of some words. */
export const oneOf =
  <const W extends string>(words: readonly W[]): Field<W> =>
  (value) => {
    const one = text(value)
    return words.find((word) => word === one)
  }

/** A whole number from 1. */
export const wholeNumber =
  (max: number): Field<number> =>
  (value) => {
    const one = text(value) ?? ''
    return /^[1-9]\d{0,9}$/.test(one) && Number(one) <= max ? Number(one) : undefined
  }

/** Makes the `validateSearch` of a route: improper values are taken out, keys that it doesn't know are left. */
export const searchOf =
  <F extends Readonly<Record<string, Field<unknown>>>>(fields: F) =>
  (search: RawSearch): SearchOf<F> => {
    const read: Record<string, unknown> = {}
    for (const [key, field] of Object.entries(fields)) {
      if (Object.hasOwn(search, key)) read[key] = field(search[key])
    }
    return read as SearchOf<F>
  }
