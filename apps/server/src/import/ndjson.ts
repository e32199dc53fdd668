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

function flatten(value: unknown, name: string, columns: Record<string, string>): void {
  if (value === null || value === undefined) return
  if (value instanceof Digits) columns[name] = value.text
  else if (Array.isArray(value)) columns[name] = JSON.stringify(value)
  else if (typeof value === 'object') {
    for (const [key, inner] of Object.entries(value))
      flatten(inner, name ? `${name}.${key}` : key, columns)
  } else columns[name] = String(value)
}

/** Reads one JSON object a line; blank lines are passed over. */
export async function* readNdjson(lines: AsyncIterable<Line[]>): AsyncGenerator<JsonRow[]> {
  for await (const some of lines) {
    const rows: JsonRow[] = []
    for (const { number, text, bytes } of some) {
      if (text.trim() === '') continue
      rows.push({ line: number, raw: text, bytes, columns: readObject(text) })
    }
    if (rows.length > 0) yield rows
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
    const columns: Record<string, string> = Object.create(null)
    flatten(value, '', columns)
    return columns
  } catch (error) {
    return { reason: `is no JSON: ${error instanceof Error ? error.message : error}` }
  }
}
