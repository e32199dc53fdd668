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

class BadObject extends Error {}

function flatten(value: object): Record<string, string> {
  const columns: Record<string, string> = Object.create(null)
  let count = 0
  const visit = (inner: unknown, name: string, level: number): void => {
    if (inner === null) return
    if (isObject(inner)) {
      if (level > maxLevels) throw new BadObject(`has objects more than ${maxLevels} levels deep`)
      for (const [key, each] of Object.entries(inner))
        visit(each, name ? `${name}.${key}` : key, level + 1)
      return
    }
    count += 1
    const shown = (n: number) => n.toLocaleString('en')
    if (count > maxColumns) throw new BadObject(`has more than ${shown(maxColumns)} columns`)
    if (name.length > maxName) {
      throw new BadObject(
        `has a column whose name has ${shown(name.length)} characters; ${shown(maxName)} are the most`,
      )
    }
    if (inner instanceof Digits) columns[name] = inner.text
    else columns[name] = Array.isArray(inner) ? JSON.stringify(inner) : String(inner)
  }
  visit(value, '', 1)
  return columns
}

/** Reads a JSON object as columns, joining nested names by dots; lists stay JSON text. */
export function readObject(text: string): { columns: Record<string, string> } | { reason: string } {
  try {
    const value = parse(text)
    return isObject(value) ? { columns: flatten(value) } : { reason: 'is no JSON object' }
  } catch (error) {
    if (error instanceof BadObject) return { reason: error.message }
    // The parser overflows the stack on deep nesting, and so does formatting a deep list.
    if (error instanceof RangeError) return { reason: 'is nested too deeply' }
    return { reason: `is no JSON: ${error instanceof Error ? error.message : error}` }
  }
}
