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

/** No record has more characters, its line ends counted: the longest text is 10,000 characters. */
const longestRecord = 400_000

/** No record spans more lines. */
const mostLines = 10_000

/** No record has more fields; a header may have far fewer. */
const mostFields = 10_000

/** So much of a header says what stands between its columns. */
const longestGuess = 100_000

/** Guesses what stands between the columns by the header line. */
export function guessDelimiter(header: string): string {
  const outside = header.slice(0, longestGuess).replace(/"(?:[^"]|"")*"/g, '')
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
  if (!open && !text.includes('"')) return text.split(delimiter, mostFields + 1)
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
        keep(fields, end < 0 ? text.slice(at) : text.slice(at, end))
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
    keep(fields, field)
    quoted = false
    if (at >= text.length) return fields
    at += delimiter.length
  }
}

/** One more than the most is enough to tell that there are too many. */
function keep(fields: string[], field: string): void {
  if (fields.length <= mostFields) fields.push(field)
}

/** A line's share of the length of its record. */
const sizeOf = (line: Line) => line.text.length + line.end.length

/**
 * Reads lines into rows. A quote that never closes costs the line on which it opens and no other:
 * reading goes on with the line after it. That, and physical line numbers, is why this is our own
 * and no library's.
 *
 * The work is linear in the size of the file, whatever it holds. How a line reads that begins inside
 * a quoted field depends on nothing before it, so each line is looked at in this way once; what is
 * found holds for every line above it that may have opened the quote.
 */
class CsvReader {
  readonly #delimiter: string
  /** Lines that belong to no row yet, from `#head` on; the first of them may begin a row. */
  #lines: Line[] = []
  #head = 0
  /** Whether the first line is known to leave a quote open. */
  #opened = false
  /** So many lines behind the first are known to stay inside a quote that is open before them. */
  #inside = 0
  /** The length of those. */
  #insideSize = 0
  /** Why the line behind those can't go on with an open quote, where it is known that it can't. */
  #wrong: string | null = null

  constructor(delimiter: string) {
    this.#delimiter = delimiter
  }

  /**
   * @param more the lines that come next
   * @param atEnd whether they are the last
   * @returns the rows that are decided
   */
  read(more: Line[], atEnd: boolean): RawRow[] {
    const rows: RawRow[] = []
    if (this.#head > 0) this.#lines = this.#lines.slice(this.#head)
    this.#head = 0
    for (const line of more) this.#lines.push(line)
    for (let first = this.#lines[0]; first; first = this.#lines[this.#head]) {
      if (!this.#opened) {
        const fields = first.text.trim() === '' ? null : readLine(first.text, this.#delimiter, null)
        if (fields !== null && 'field' in fields) this.#opened = true
        else {
          if (fields) rows.push(rowOf([first], fields))
          this.#passLine()
          continue
        }
      }
      const used = this.#findEnd(first, atEnd)
      if (used === undefined) break
      if (typeof used === 'number') {
        const mine = this.#lines.slice(this.#head, this.#head + used)
        rows.push(rowOf(mine, this.#readLines(mine)))
        this.#head += used
        this.#opened = false
        this.#inside = 0
        this.#insideSize = 0
      } else {
        rows.push(rowOf([first], used))
        this.#passLine()
      }
    }
    return rows
  }

  /**
   * Looks for the line that closes the quote which the first line leaves open.
   * @returns the lines of the record, why it has no end, or undefined where more lines must tell
   */
  #findEnd(first: Line, atEnd: boolean): number | { reason: string } | undefined {
    for (;;) {
      if (sizeOf(first) + this.#insideSize > longestRecord || this.#inside + 1 >= mostLines) {
        return { reason: 'its quote does not close within reason' }
      }
      if (this.#wrong !== null) return { reason: this.#wrong }
      const next = this.#lines[this.#head + this.#inside + 1]
      if (!next) return atEnd ? { reason: 'its quote never closes' } : undefined
      const end = readLine(next.text, this.#delimiter, { fields: [], field: '' })
      if ('reason' in end) this.#wrong = end.reason
      else if (Array.isArray(end)) return this.#inside + 2
      else {
        this.#inside += 1
        this.#insideSize += sizeOf(next)
      }
    }
  }

  /** Goes on with the line behind the first; what is known of the lines behind it stays known. */
  #passLine(): void {
    this.#head += 1
    this.#opened = false
    if (this.#inside > 0) {
      this.#inside -= 1
      this.#insideSize -= sizeOf(this.#lines[this.#head] as Line)
    } else this.#wrong = null
  }

  /** The fields of a record whose last line is known to close it. */
  #readLines(lines: readonly Line[]): string[] {
    let open: Open | null = null
    for (const line of lines) {
      const read = readLine(line.text, this.#delimiter, open)
      if (Array.isArray(read)) return read
      if ('reason' in read) break
      open = { fields: read.fields, field: read.field + line.end }
    }
    throw new Error('a record of CSV was read in two ways')
  }
}

function rowOf(lines: readonly Line[], fields: RawRow['fields']): RawRow {
  const [first] = lines as [Line, ...Line[]]
  const raw = lines.map((line, i) => line.text + (i < lines.length - 1 ? line.end : '')).join('')
  const bytes = (lines.at(-1) ?? first).bytes
  const tooMany = Array.isArray(fields) && fields.length > mostFields
  const reason = `has more than ${mostFields.toLocaleString('en')} columns`
  return { line: first.number, raw, bytes, fields: tooMany ? { reason } : fields }
}

/** Reads lines into rows; each handful of lines gives a handful of rows, which may be empty. */
export async function* readCsv(
  lines: AsyncIterable<Line[]>,
  delimiter: string,
): AsyncGenerator<RawRow[]> {
  const reader = new CsvReader(delimiter)
  for await (const some of lines) yield reader.read(some, false)
  yield reader.read([], true)
}
