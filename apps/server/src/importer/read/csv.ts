import { msg } from '@steward/i18n/reader'
import { type Said, say } from '@steward/i18n/sentence'
import type { Line } from './source.ts'

export interface CsvRow {
  /** The physical line on which the row starts, from 1. */
  line: number
  raw: string
  bytes: number
  /** The row's fields, or why it could not be read. */
  fields: string[] | { reason: Said }
}

/** The greatest length of a record in characters, with line ends; the longest text has 10,000. */
const maxRecord = 400_000
const maxLines = 10_000
/** The greatest number of fields in a row; a header is limited further. */
const maxFields = 10_000

export function guessDelimiter(header: string): string {
  const outside = header.slice(0, 100_000).replace(/"(?:[^"]|"")*"/g, '')
  const count = (sign: string) => outside.split(sign).length
  return [';', '\t', '|'].reduce((best, sign) => (count(sign) > count(best) ? sign : best), ',')
}

interface Open {
  fields: string[]
  field: string
}

function readLine(
  text: string,
  delimiter: string,
  open?: Open,
): string[] | Open | { reason: Said } {
  if (!open && !text.includes('"')) return text.split(delimiter, maxFields + 1)
  const fields = open?.fields ?? []
  let field = open?.field ?? ''
  let isQuoted = open !== undefined
  const keep = (value: string) => {
    if (fields.length <= maxFields) fields.push(value)
  }
  for (let at = 0; ; at += delimiter.length) {
    if (!isQuoted) {
      let start = at
      while (text[start] === ' ') start += 1
      if (text[start] !== '"') {
        const end = text.indexOf(delimiter, at)
        keep(end < 0 ? text.slice(at) : text.slice(at, end))
        if (end < 0) return fields
        at = end
        continue
      }
      at = start + 1
      field = ''
    }
    for (;;) {
      const quote = text.indexOf('"', at)
      if (quote < 0) return { fields, field: field + text.slice(at) }
      field += text.slice(at, quote)
      at = quote + 1
      if (text[at] !== '"') break
      field += '"'
      at += 1
    }
    const closed = at - 1
    while (text[at] === ' ' && delimiter !== ' ') at += 1
    if (at < text.length && !text.startsWith(delimiter, at)) {
      return {
        reason: say('a quoted column goes on after its closing quote: {text}', {
          text: text.slice(closed, closed + 20),
        }),
      }
    }
    keep(field)
    isQuoted = false
    if (at >= text.length) return fields
  }
}

const sizeOf = (line: Line) => line.text.length + line.end.length

/** Splits lines into rows in linear time; an unclosed quote loses only its own line (decision 7). */
class CsvReader {
  readonly #delimiter: string
  /** Lines that are not yet part of a row, from `#head` on. */
  #lines: Line[] = []
  #head = 0
  /** How many lines after the first continue its open quote, and their length in characters. */
  #inside = 0
  #insideSize = 0
  /** Why the line after those can't continue the open quote; null if it can or isn't known. */
  #wrong: Said | null = null

  constructor(delimiter: string) {
    this.#delimiter = delimiter
  }

  read(more: readonly Line[], isEnd: boolean): CsvRow[] {
    const rows: CsvRow[] = []
    this.#lines = [...this.#lines.slice(this.#head), ...more]
    this.#head = 0
    for (let first = this.#lines[0]; first; first = this.#lines[this.#head]) {
      if (first.text.trim() === '') {
        this.#skipLine()
        continue
      }
      const fields = readLine(first.text, this.#delimiter)
      const end = 'field' in fields ? this.#findEnd(first, isEnd) : fields
      if (end === undefined) break
      if (typeof end !== 'number') {
        rows.push(rowOf([first], end))
        this.#skipLine()
        continue
      }
      const record = this.#lines.slice(this.#head, this.#head + end)
      rows.push(rowOf(record, this.#readRecord(record)))
      this.#head += end
      this.#inside = 0
      this.#insideSize = 0
    }
    return rows
  }

  /** The number of the record's lines, why it has no end, or undefined if it needs more lines. */
  #findEnd(first: Line, isEnd: boolean): number | { reason: Said } | undefined {
    for (;;) {
      if (sizeOf(first) + this.#insideSize > maxRecord || this.#inside + 1 >= maxLines)
        return { reason: msg('its quote does not close within reason') }
      if (this.#wrong !== null) return { reason: this.#wrong }
      const next = this.#lines[this.#head + this.#inside + 1]
      if (!next) return isEnd ? { reason: msg('its quote never closes') } : undefined
      const end = readLine(next.text, this.#delimiter, { fields: [], field: '' })
      if (Array.isArray(end)) return this.#inside + 2
      if ('reason' in end) this.#wrong = end.reason
      else {
        this.#inside += 1
        this.#insideSize += sizeOf(next)
      }
    }
  }

  /** Restarts with the line after the first, keeping what is known of later lines. */
  #skipLine(): void {
    this.#head += 1
    if (this.#inside > 0) {
      this.#inside -= 1
      this.#insideSize -= sizeOf(this.#lines[this.#head] as Line)
    } else this.#wrong = null
  }

  #readRecord(lines: readonly Line[]): string[] {
    let open: Open | undefined
    for (const line of lines) {
      const read = readLine(line.text, this.#delimiter, open)
      if (Array.isArray(read)) return read
      if ('reason' in read) break
      open = { fields: read.fields, field: read.field + line.end }
    }
    throw new Error('a record of CSV was read in two ways')
  }
}

function rowOf(lines: readonly Line[], fields: CsvRow['fields']): CsvRow {
  const [first] = lines as [Line, ...Line[]]
  const raw = lines.map((line, i) => line.text + (i < lines.length - 1 ? line.end : '')).join('')
  const bytes = (lines.at(-1) ?? first).bytes
  const isTooMany = Array.isArray(fields) && fields.length > maxFields
  const reason = say('has more than {max} columns', { max: maxFields })
  return { line: first.number, raw, bytes, fields: isTooMany ? { reason } : fields }
}

export async function* readCsv(lines: AsyncIterable<Line[]>, delimiter: string) {
  const reader = new CsvReader(delimiter)
  for await (const some of lines) yield reader.read(some, false)
  yield reader.read([], true)
}
