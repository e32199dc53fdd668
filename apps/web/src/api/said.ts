import { isPlain } from '@steward/i18n/message'
import { currentTranslator } from '@steward/i18n/reader'
import { isObject } from './answers/read.ts'

/**
 * What a server says in an answer, in the reader's language: by the template and the values that ours sends
 * along, or by its English alone. Where no translation of it is known, as with other servers, it stays as it is.
 */
export function said(
  message: string,
  { template, params }: { template?: unknown; params?: unknown } = {},
): string {
  return (
    written(typeof template === 'string' ? template : message, params) ??
    currentTranslator().reword?.english?.(message, params) ??
    message
  )
}

/** As {@link said}, of an entry, whose English begins with a capital letter that its message lacks. */
export function saidOfField(...[msg, translatable]: Parameters<typeof said>): string {
  const words = said(msg, translatable)
  return words === msg ? (inCapitals(msg) ?? msg) : capitalized(words)
}

function written(message: string, params: unknown): string | undefined {
  const { knows, t } = currentTranslator()
  if (!knows(message)) return undefined
  const values: Record<string, unknown> = {}
  for (const [name, value] of Object.entries(isObject(params) ? params : {})) {
    const text = isObject(value) ? writtenWithin(value) : value
    if (text === undefined) return undefined
    values[name] = text
  }
  return t(message, values)
}

/** A message within another one; undefined where it can't be written. */
function writtenWithin({ template, params }: Record<string, unknown>): string | undefined {
  if (typeof template !== 'string') return undefined
  const known = written(template, params) ?? inCapitals(template)
  if (known !== undefined || !isPlain(template)) return known
  const values = Object.entries(isObject(params) ? params : {})
  const texts = values.map(([name, value]) => [
    name,
    isObject(value) ? writtenWithin(value) : value,
  ])
  return currentTranslator().t(template, Object.fromEntries(texts))
}

/** A text that begins with a capital letter where its message has a small one, such as a noun. */
function inCapitals(text: string): string | undefined {
  const small = text.charAt(0).toLowerCase() + text.slice(1)
  const words = small === text ? undefined : written(small, {})
  return words === undefined ? undefined : capitalized(words)
}

/** A text with a capital letter of the reader's language at its beginning. */
export const capitalized = (text: string): string =>
  text.charAt(0).toLocaleUpperCase(currentTranslator().reader.language) + text.slice(1)
