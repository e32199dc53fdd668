/** A URL's search as parsed; a repeated key has a list of values. */
export type RawSearch = Readonly<Record<string, unknown>>

/** Reads a search parameter's value; undefined if the value is invalid. */
export type Field<T> = (value: unknown) => T | undefined

export type SearchOf<F> = {
  [K in keyof F]?: F[K] extends Field<infer T> ? T | undefined : never
}

/** A list of texts without duplicates; numbers and booleans become text. */
export const texts: Field<string[]> = (value) => {
  const all = Array.isArray(value) ? value : [value]
  const words = all.filter((one) => ['string', 'number', 'boolean'].includes(typeof one))
  return words.length > 0 ? [...new Set(words.map(String))] : undefined
}

export const text: Field<string> = (value) => texts(value)?.[0] || undefined

export const textLike =
  (form: RegExp): Field<string> =>
  (value) => {
    const one = text(value)
    return one !== undefined && form.test(one) ? one : undefined
  }

export const oneOf =
  <const W extends string>(words: readonly W[]): Field<W> =>
  (value) => {
    const one = text(value)
    return words.find((word) => word === one)
  }

export const wholeNumber =
  (max: number): Field<number> =>
  (value) => {
    const one = text(value) ?? ''
    return /^[1-9]\d{0,9}$/.test(one) && Number(one) <= max ? Number(one) : undefined
  }

/** Makes a reader that drops invalid values of the known keys and keeps unknown keys. */
export const searchOf =
  <F extends Readonly<Record<string, Field<unknown>>>>(fields: F) =>
  (search: RawSearch): SearchOf<F> => {
    const read: Record<string, unknown> = {}
    for (const [key, field] of Object.entries(fields)) {
      if (Object.hasOwn(search, key)) read[key] = field(search[key])
    }
    return read as SearchOf<F>
  }
