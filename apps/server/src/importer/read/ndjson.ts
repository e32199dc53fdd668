import { msg } from '@steward/i18n/reader'
import { type Said, say } from '@steward/i18n/sentence'
import { BadValue } from '../values.ts'

/** The greatest number of columns of a file, or of a row of NDJSON. */
export const maxColumns = 1000

/** The greatest length of a column's name in characters, as surveys use whole questions. */
export const maxName = 1000

/** How deep nested objects become columns. */
const maxLevels = 20

/** A number that keeps its digits, since an id of 18 digits would not survive as a float. */
class Digits {
  readonly text: string
  constructor(text: string) {
    this.text = text
  }
  toJSON(): number {
    return Number(this.text)
  }
}

function parse(text: string): unknown {
  const keep = (_key: string, value: unknown, context?: { source?: string }) =>
    typeof value === 'number' ? new Digits(context?.source ?? String(value)) : value
  return JSON.parse(text, keep as (key: string, value: unknown) => unknown)
}

const isObject = (value: unknown): value is object =>
  typeof value === 'object' && value !== null && !Array.isArray(value) && !(value instanceof Digits)

function flatten(value: object): Record<string, string> {
  const columns: Record<string, string> = Object.create(null)
  let count = 0
  const visit = (inner: unknown, name: string, level: number): void => {
    if (inner === null) return
    if (isObject(inner)) {
      if (level > maxLevels)
        throw new BadValue(say('has objects more than {max} levels deep', { max: maxLevels }))
      for (const [key, each] of Object.entries(inner))
        visit(each, name ? `${name}.${key}` : key, level + 1)
      return
    }
    count += 1
    if (count > maxColumns)
      throw new BadValue(say('has more than {max} columns', { max: maxColumns }))
    if (name.length > maxName) {
      throw new BadValue(
        say('has a column whose name has {length} characters; {max} are the most', {
          length: name.length,
          max: maxName,
        }),
      )
    }
    if (inner instanceof Digits) columns[name] = inner.text
    else columns[name] = Array.isArray(inner) ? JSON.stringify(inner) : String(inner)
  }
  visit(value, '', 1)
  return columns
}

/** Reads a JSON object as columns, joining nested names by dots; lists stay JSON text. */
export function readObject(text: string): { columns: Record<string, string> } | { reason: Said } {
  try {
    const value = parse(text)
    return isObject(value) ? { columns: flatten(value) } : { reason: msg('is no JSON object') }
  } catch (error) {
    if (error instanceof BadValue) return { reason: error.said }
    // The parser overflows the stack on deep nesting, and so does formatting a deep list.
    if (error instanceof RangeError) return { reason: msg('is nested too deeply') }
    const message = error instanceof Error ? error.message : String(error)
    return { reason: say('is no JSON: {message}', { message }) }
  }
}
