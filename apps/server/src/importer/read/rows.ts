import { nested, type Said, say } from '@steward/i18n/sentence'
import { OperatorError } from '../../operator-error.ts'
import { rowHash } from '../keys.ts'
import type { ReadingOptions } from '../options.ts'
import { type CsvRow, guessDelimiter, readCsv } from './csv.ts'
import { decoderOf } from './decode.ts'
import { maxColumns, maxName, readObject } from './ndjson.ts'
import { detectEncoding, type Line, readLines, type Source } from './source.ts'

export interface InputRow {
  line: number
  raw: string
  bytes: number
  reason?: Said
  columns: readonly string[]
  values: Cells
  /** The row's cells as they are in the file, before decoding. */
  given: Cells
  /** A hash of all the row's cells. */
  hash(): Buffer
}

export type Cells = Readonly<Record<string, string>>

/** Opens a file; `columns` is null for NDJSON, where every row has its own. */
export async function openInput(source: Source, options: ReadingOptions) {
  const notes: Said[] = []
  const encoding = options.encoding ?? (await detectEncoding(source))
  if (!options.encoding && encoding !== 'utf-8') {
    notes.push(
      encoding === 'windows-1252'
        ? say(
            'The file is not UTF-8; it is read as Windows-1252 (Latin-1). Say {option} if that is wrong.',
            { option: '--encoding' },
          )
        : say('The file is read as {encoding}.', { encoding: encoding.toUpperCase() }),
    )
  }
  const change: Change = {
    decode: decoderOf(options),
    corrected: new Map(
      options.corrections?.map(({ line, cells }): [number, Cells] => [line, cells]),
    ),
  }
  const lines = readLines(source, encoding)
  if ((options.format ?? formatOf(source.name)) === 'ndjson') {
    return { columns: null, encoding, notes, rows: jsonRows(lines, change) }
  }
  const first: Line[] = (await lines.next()).value ?? []
  const header = first.find(({ text }) => text.trim() !== '')
  if (!header)
    throw new OperatorError(
      say('{file} is empty: a CSV file starts with a header line.', { file: source.name }),
    )
  const delimiter = options.delimiter ?? guessDelimiter(header.text)
  const rows = readCsv(startingWith(first, lines), delimiter)
  let opening: CsvRow[] = []
  while (opening.length === 0) {
    const next = await rows.next()
    if (next.done) break
    opening = next.value
  }
  const columns = columnsOf(source.name, delimiter, opening[0])
  const all = startingWith(opening.slice(1), rows)
  return { columns, encoding, notes, rows: csvRows(all, columns, change) }
}

function formatOf(name: string): 'csv' | 'ndjson' {
  if (/\.(ndjson|jsonl|json)$/i.test(name)) return 'ndjson'
  if (/\.(csv|tsv|txt)$/i.test(name)) return 'csv'
  throw new OperatorError(
    say('{file} ends neither in .csv nor in .ndjson; say {csv} or {ndjson}.', {
      file: name,
      csv: '--format csv',
      ndjson: '--format ndjson',
    }),
  )
}

async function* startingWith<T>(first: T, rest: AsyncIterable<T>): AsyncGenerator<T> {
  yield first
  yield* rest
}

/** Trimmed names from the header; an empty one becomes its number, a repeated one is numbered. */
function columnsOf(file: string, delimiter: string, row: CsvRow | undefined): string[] {
  const header = row?.fields
  if (!Array.isArray(header))
    throw new OperatorError(
      header
        ? say("The header of {file} can't be read: {reason}.", {
            file,
            reason: nested(header.reason),
          })
        : say("The header of {file} can't be read: it is missing.", { file }),
    )
  if (header.length > maxColumns) {
    throw new OperatorError(
      say(
        '{file} has {count} columns, and can have {max} at most. Is “{delimiter}” what stands between them?',
        { file, count: header.length, max: String(maxColumns), delimiter },
      ),
    )
  }
  const long = header.find((name) => name.length > maxName)
  if (long !== undefined) {
    throw new OperatorError(
      say(
        'The name of column {number} of {file} has {length} characters, and can have {max} at most. Is the first line the header, and “{delimiter}” what stands between its columns?',
        {
          number: String(header.indexOf(long) + 1),
          file,
          length: long.length,
          max: maxName,
          delimiter,
        },
      ),
    )
  }
  const taken = new Map<string, number>()
  return header.map((name, i) => {
    const column = name.trim() || `column_${i + 1}`
    const times = (taken.get(column) ?? 0) + 1
    taken.set(column, times)
    return times === 1 ? column : `${column}_${times}`
  })
}

/** How a file's cells are changed before they are read. */
interface Change {
  decode: ReturnType<typeof decoderOf>
  corrected: ReadonlyMap<number, Cells>
}

/** Decodes the cells; returns the same object where no decoding is requested. */
function decoded(given: Cells, columns: readonly string[], { decode }: Change): Cells {
  if (!decode) return given
  const values: Record<string, string> = Object.create(null)
  for (const column of columns) values[column] = decode(given[column] as string)
  return values
}

const unread = { columns: [], values: {}, given: {}, hash: () => Buffer.alloc(0) }

async function* csvRows(
  batches: AsyncIterable<CsvRow[]>,
  columns: readonly string[],
  change: Change,
): AsyncGenerator<InputRow[]> {
  const byColumn = (fields: readonly string[]): Cells => {
    const given: Record<string, string> = Object.create(null)
    for (const [i, column] of columns.entries()) given[column] = fields[i] ?? ''
    return given
  }
  for await (const batch of batches) {
    yield batch.flatMap(({ line, raw, bytes, fields: read }): InputRow[] => {
      const cells = change.corrected.get(line)
      const found = Array.isArray(read) ? read : []
      const fields = cells ? columns.map((column, i) => cells[column] ?? found[i] ?? '') : read
      const row = { line, raw, bytes, columns }
      if (!Array.isArray(fields))
        return [{ ...unread, ...row, reason: fields.reason, given: byColumn([]) }]
      // Skip lines of separators alone, which spreadsheets leave behind.
      if (fields.every((field) => field.trim() === '')) return []
      const given = byColumn(fields)
      const own = fields.slice(0, columns.length)
      const hasMore = fields.slice(columns.length).some((field) => field.trim() !== '')
      if (hasMore || own.length < columns.length) {
        const reason = say('has {count} columns; the header has {max}', {
          count: fields.length,
          max: columns.length,
        })
        return [{ ...unread, ...row, reason, given }]
      }
      const values = decoded(given, columns, change)
      return [{ ...row, values, given, hash: () => rowHash(columns, own) }]
    })
  }
}

async function* jsonRows(batches: AsyncIterable<Line[]>, change: Change) {
  let last: string[] = []
  for await (const batch of batches) {
    yield batch.flatMap(({ number, text, bytes }): InputRow[] => {
      if (text.trim() === '') return []
      const row = { line: number, raw: text, bytes }
      const found = readObject(text)
      if ('reason' in found) return [{ ...unread, ...row, reason: found.reason }]
      const given = Object.assign(found.columns, change.corrected.get(number))
      const columns = Object.keys(given)
      // Reuse the list while columns stay the same, so that they are matched to fields once.
      if (columns.length !== last.length || columns.some((column, i) => column !== last[i]))
        last = columns
      const values = decoded(given, columns, change)
      const sorted = columns.toSorted()
      const texts = () => sorted.map((column) => values[column] as string)
      return [{ ...row, columns: last, values, given, hash: () => rowHash(sorted, texts()) }]
    })
  }
}
