import type { Line } from './source.ts'

/** A row as it stands in the file. */
export interface RawRow {
  /** The physical line on which it starts, from 1. */
  line: number
  raw: string
  bytes: number
  /** Its fields, or why it has none. */
  fields: string[] | { reason: string }
}

/** No record is longer: the longest text is 10,000 characters. */
const longestRecord = 400_000

/** Guesses what stands between the columns by the header line. */
export function guessDelimiter(header: string): string {
  const outside = header.replace(/"(?:[^"]|"")*"/g, '')
  const count = (sign: string) => outside.split(sign).length
  return [';', '\t', '|'].reduce((best, sign) => (count(sign) > count(best) ? sign : best), ',')
}

interface Open {
  fields: string[]
  /** The text so far of the quoted field that is open. */
  field: string
}

/**
 * Reads one line into fields.
 * @param open the quoted field that the line before left open
 */
function readLine(
  text: string,
  delimiter: string,
  open: Open | null,
): string[] | Open | { reason: string } {
  if (!open && !text.includes('"')) return text.split(delimiter)
  const fields = open?.fields ?? []
  let at = 0
  let quoted = open !== null
  let field = open?.field ?? ''
  for (;;) {
    if (!quoted) {
      // Blanks may stand before an opening quote.
      let start = at
      while (text[start] === ' ') start += 1
      if (text[start] === '"') {
        at = start + 1
        quoted = true
        field = ''
      } else {
        const end = text.indexOf(delimiter, at)
        fields.push(end < 0 ? text.slice(at) : text.slice(at, end))
        if (end < 0) return fields
        at = end + delimiter.length
        continue
      }
    }
    const quote = text.indexOf('"', at)
    if (quote < 0) return { fields, field: field + text.slice(at) }
    field += text.slice(at, quote)
    if (text[quote + 1] === '"') {
      field += '"'
      at = quote + 2
      continue
    }
    at = quote + 1
    while (text[at] === ' ' && delimiter !== ' ') at += 1
    if (at < text.length && !text.startsWith(delimiter, at)) {
      return {
        reason: `a quoted column goes on after its closing quote: ${text.slice(quote, quote + 20)}`,
      }
    }
    fields.push(field)
    quoted = false
    if (at >= text.length) return fields
    at += delimiter.length
  }
}

/**
 * Reads lines into rows. A quote that never closes costs the line on which it opens and no other:
 * reading goes on with the line after it. That, and physical line numbers, is why this is our own
 * and no library's.
 */
export async function* readCsv(
  lines: AsyncIterable<Line[]>,
  delimiter: string,
): AsyncGenerator<RawRow[]> {
  let pending: Line[] = []
  let open: Open | null = null
  let size = 0

  const feed = (queue: Line[], rows: RawRow[], atEnd: boolean) => {
    // Lines that come back from a quote that never closed are read again from here.
    const stack = [queue]
    const positions = [0]
    while (stack.length > 0) {
      const level = stack.length - 1
      const current = stack[level] as Line[]
      const position = positions[level] as number
      const line = current[position]
      if (!line) {
        stack.pop()
        positions.pop()
        if (stack.length === 0 && atEnd && pending.length > 0) giveUp('its quote never closes')
        continue
      }
      positions[level] = position + 1
      if (pending.length === 0 && line.text.trim() === '') continue
      const result = readLine(line.text, delimiter, open)
      pending.push(line)
      size += line.text.length
      if ('reason' in result) giveUp(result.reason)
      else if (Array.isArray(result)) finish(result)
      else if (size > longestRecord) giveUp('its quote does not close within reason')
      else open = { fields: result.fields, field: result.field + line.end }
    }

    function finish(fields: string[] | { reason: string }, used = pending.length) {
      const [first] = pending
      if (!first) return
      const mine = pending.slice(0, used)
      const raw = mine.map((line, i) => line.text + (i < mine.length - 1 ? line.end : '')).join('')
      rows.push({ line: first.number, raw, bytes: (mine.at(-1) ?? first).bytes, fields })
      pending = []
      open = null
      size = 0
    }

    function giveUp(reason: string) {
      const again = pending.slice(1)
      finish({ reason }, 1)
      if (again.length > 0) {
        stack.push(again)
        positions.push(0)
      }
    }
  }

  for await (const some of lines) {
    const rows: RawRow[] = []
    feed(some, rows, false)
    if (rows.length > 0) yield rows
  }
  const rows: RawRow[] = []
  feed([], rows, true)
  if (rows.length > 0) yield rows
}
