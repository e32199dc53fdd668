/**
 * A message as it is compiled from ICU MessageFormat: its text, or its parts in order, where a placeholder
 * is an array. `#` within a plural is its number.
 */
export type Compiled = string | readonly Token[]
export type Token = string | Placeholder
export type Placeholder =
  | readonly [name: string]
  | readonly [
      name: string,
      kind: 'plural' | 'selectordinal' | 'select',
      cases: Readonly<Record<string, readonly Token[]>>,
    ]

export type Values = Readonly<Record<string, unknown>>

const rules = new Map<string, Intl.PluralRules>()

/** The plural category of a number in a language: `one`, `few`, `other`… */
export function pluralOf(language: string, value: number, isOrdinal = false): string {
  const key = `${language} ${isOrdinal}`
  const found =
    rules.get(key) ?? new Intl.PluralRules(language, { type: isOrdinal ? 'ordinal' : 'cardinal' })
  rules.set(key, found)
  return found.select(value)
}

/** What a record has itself by a key, which may be a text that somebody typed, such as `constructor`. */
export const own = <T>(record: Readonly<Record<string, T>>, key: string): T | undefined =>
  Object.hasOwn(record, key) ? record[key] : undefined

/**
 * The parts of a message with its values in place of the placeholders.
 * @param write makes what is shown of a value
 */
export function partsOf(
  message: Compiled,
  values: Values,
  language: string,
  write: (value: unknown) => unknown,
): unknown[] {
  const parts: unknown[] = []
  const take = (tokens: readonly Token[], counted?: unknown) => {
    for (const token of tokens) {
      if (typeof token === 'string') {
        parts.push(token === '#' && counted !== undefined ? write(counted) : token)
        continue
      }
      const [name] = token
      const value = values[name]
      if (token.length === 1) {
        // What has no value stays as it is, such as braces in a text that is no message.
        parts.push(Object.hasOwn(values, name) ? write(value) : `{${name}}`)
        continue
      }
      const [, kind, cases] = token
      if (kind === 'select') take(own(cases, String(value)) ?? cases['other'] ?? [], counted)
      else {
        const category = pluralOf(language, Number(value), kind === 'selectordinal')
        take(own(cases, String(value)) ?? cases[category] ?? cases['other'] ?? [], value)
      }
    }
  }
  take(typeof message === 'string' ? [message] : message)
  return parts
}

/** A message without plurals as its parts: `Bill {number} deleted`. */
export function splitPlain(message: string): Compiled {
  const parts = message.split(/\{(\w+)\}/)
  if (parts.length === 1) return message
  return parts.map((part, index) => (index % 2 === 0 ? part : [part])) satisfies Token[]
}

/** Whether a message needs more than its placeholders filled in: a plural, a select or a quoted brace. */
export const isPlain = (message: string): boolean => !/\{\w+\s*,|'[{}#]/.test(message)
