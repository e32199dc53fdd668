import { longestName, mostColumns } from './columns.ts'
import type { Line } from './source.ts'

/** A line of NDJSON as columns: nested names joined by dots, lists as JSON text. */
export interface JsonRow {
  line: number
  raw: string
  bytes: number
  columns: Record<string, string> | { reason: string }
}

/** Numbers keep their own digits: an id of 18 of them would not survive a float. */
function parse(text: string): unknown {
  const keep = (_key: string, value: unknown, context?: { source?: string }) =>
    typeof value === 'number' ? new Digits(context?.source ?? String(value)) : value
  return JSON.parse(text, keep as (key: string, value: unknown) => unknown)
}

class Digits {
  readonly text: string
  constructor(text: string) {
    this.text = text
  }
  toJSON(): number {
    return Number(this.text)
  }
}

/** Objects within objects become columns down to this depth. */
const mostLevels = 20

/** What an object has too much of. */
class TooMuch extends Error {}

function flatten(value: object): Record<string, string> {
  const columns: Record<string, string> = Object.create(null)
  let count = 0
  const visit = (inner: unknown, name: string, level: number): void => {
    if (inner === null || inner === undefined) return
    if (typeof inner === 'object' && !Array.isArray(inner) && !(inner instanceof Digits)) {
      if (level > mostLevels) throw new TooMuch(`has objects more than ${mostLevels} levels deep`)
      for (const [key, each] of Object.entries(inner)) {
        visit(each, name ? `${name}.${key}` : key, level + 1)
      }
      return
    }
    count += 1
    if (count > mostColumns) {
      throw new TooMuch(`has more than ${mostColumns.toLocaleString('en')} columns`)
    }
    if (name.length > longestName) {
      throw new TooMuch(
        `has a column whose name has ${name.length.toLocaleString('en')} characters; ${longestName.toLocaleString('en')} are the most`,
      )
    }
    columns[name] =
      inner instanceof Digits
        ? inner.text
        : Array.isArray(inner)
          ? JSON.stringify(inner)
          : String(inner)
  }
  visit(value, '', 1)
  return columns
}

/** Reads one JSON object a line; blank lines are passed over. */
export async function* readNdjson(lines: AsyncIterable<Line[]>): AsyncGenerator<JsonRow[]> {
  for await (const some of lines) {
    const rows: JsonRow[] = []
    for (const { number, text, bytes } of some) {
      if (text.trim() === '') continue
      rows.push({ line: number, raw: text, bytes, columns: readObject(text) })
    }
    yield rows
  }
}

function readObject(text: string): JsonRow['columns'] {
  try {
    const value = parse(text)
    if (
      typeof value !== 'object' ||
      value === null ||
      Array.isArray(value) ||
      value instanceof Digits
    ) {
      return { reason: 'is no JSON object' }
    }
    return flatten(value)
  } catch (error) {
    if (error instanceof TooMuch) return { reason: error.message }
    // The parser's own recursion has an end, and so has that of the text of a list.
    if (error instanceof RangeError) return { reason: 'is nested too deeply' }
    return { reason: `is no JSON: ${error instanceof Error ? error.message : error}` }
  }
}
