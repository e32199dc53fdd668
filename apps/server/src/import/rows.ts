import { OperatorError } from '../operator-error.ts'
import { longestName, mostColumns } from './columns.ts'
import { guessDelimiter, type RawRow, readCsv } from './csv.ts'
import { decoderOf, type EncodedOptions } from './encoded-text.ts'
import { rowHash } from './keys.ts'
import { readNdjson } from './ndjson.ts'
import { detectEncoding, type Line, readLines, type Source } from './source.ts'

/** One row of a file, of whichever kind, with its columns by name. */
export interface InputRow {
  line: number
  raw: string
  bytes: number
  /** Why it can't be read at all. */
  reason?: string
  columns: readonly string[]
  values: Readonly<Record<string, string>>
  /** The same as the file has it, before anything is decoded. */
  given: Readonly<Record<string, string>>
  /** Of everything it holds. */
  hash(): Buffer
}

/** How a file is written. */
export interface FormatOptions extends EncodedOptions {
  /** By the file's name unless given. */
  format?: 'csv' | 'ndjson' | undefined
  delimiter?: string | undefined
  encoding?: string | undefined
  /** What stands in place of some cells, by the line on which their row starts. */
  corrections?: readonly { line: number; cells: Readonly<Record<string, string>> }[] | undefined
}

/** A file opened for import. */
export interface Input {
  encoding: string
  /** The columns of a CSV file; null where every row has its own. */
  columns: readonly string[] | null
  notes: string[]
  rows: AsyncGenerator<InputRow[]>
}

/**
 * Opens a file: finds its encoding, what stands between its columns, and its header.
 * @throws {OperatorError} where it has none
 */
export async function openInput(source: Source, options: FormatOptions): Promise<Input> {
  const notes: string[] = []
  const encoding = options.encoding ?? (await detectEncoding(source))
  if (!options.encoding && encoding !== 'utf-8') {
    notes.push(
      encoding === 'windows-1252'
        ? 'The file is not UTF-8; it is read as Windows-1252 (Latin-1). Say --encoding if that is wrong.'
        : `The file is read as ${encoding.toUpperCase()}.`,
    )
  }
  const clean = decoderOf(options)
  const corrected = new Map(options.corrections?.map(({ line, cells }) => [line, cells]))
  const lines = readLines(source, encoding)
  if ((options.format ?? formatOf(source.name)) === 'ndjson') {
    return { columns: null, encoding, notes, rows: jsonRows(lines, clean, corrected) }
  }
  const { first, all } = await peek(lines)
  if (!first)
    throw new OperatorError(`${source.name} is empty: a CSV file starts with a header line.`)
  const delimiter = options.delimiter ?? guessDelimiter(first.text)
  const rows = readCsv(all, delimiter)
  let opening: RawRow[] = []
  for (let next = await rows.next(); !next.done; next = await rows.next()) {
    opening = next.value
    if (opening.length > 0) break
  }
  const header = opening[0]?.fields
  if (!Array.isArray(header))
    throw new OperatorError(
      `The header of ${source.name} can't be read: ${header?.reason ?? 'it is missing'}.`,
    )
  if (header.length > mostColumns) {
    throw new OperatorError(
      `${source.name} has ${header.length.toLocaleString('en')} columns, and can have ${mostColumns} at most. Is “${delimiter}” what stands between them?`,
    )
  }
  const long = header.findIndex((name) => name.length > longestName)
  if (long >= 0) {
    throw new OperatorError(
      `The name of column ${long + 1} of ${source.name} has ${header[long]?.length.toLocaleString('en')} characters, and can have ${longestName.toLocaleString('en')} at most. Is the first line the header, and “${delimiter}” what stands between its columns?`,
    )
  }
  const columns = nameColumns(header)
  const rest = async function* () {
    yield opening.slice(1)
    yield* rows
  }
  return { columns, encoding, notes, rows: csvRows(rest(), columns, clean, corrected) }
}

function formatOf(name: string): 'csv' | 'ndjson' {
  if (/\.(ndjson|jsonl|json)$/i.test(name)) return 'ndjson'
  if (/\.(csv|tsv|txt)$/i.test(name)) return 'csv'
  throw new OperatorError(
    `${name} ends neither in .csv nor in .ndjson; say --format csv or --format ndjson.`,
  )
}

async function peek(lines: AsyncGenerator<Line[]>) {
  const opening: Line[] = (await lines.next()).value ?? []
  const all = async function* () {
    yield opening
    yield* lines
  }
  return { first: opening.find(({ text }) => text.trim() !== ''), all: all() }
}

/** Names by the header, trimmed; one without gets its place, one that comes again its number. */
function nameColumns(header: readonly string[]): string[] {
  const taken = new Map<string, number>()
  return header.map((name, i) => {
    const column = name.trim() || `column_${i + 1}`
    const times = (taken.get(column) ?? 0) + 1
    taken.set(column, times)
    return times === 1 ? column : `${column}_${times}`
  })
}

type Clean = ReturnType<typeof decoderOf>

/** The same object where there is nothing to decode. */
function decoded(
  given: Record<string, string>,
  columns: readonly string[],
  clean: Clean,
): Record<string, string> {
  if (!clean) return given
  const values: Record<string, string> = Object.create(null)
  for (const column of columns) values[column] = clean(given[column] as string)
  return values
}

/** What stands in place of some cells, by line. */
type Corrected = ReadonlyMap<number, Readonly<Record<string, string>>>

function byColumn(fields: readonly string[], columns: readonly string[]): Record<string, string> {
  const given: Record<string, string> = Object.create(null)
  for (const [i, column] of columns.entries()) given[column] = fields[i] ?? ''
  return given
}

async function* csvRows(
  batches: AsyncIterable<RawRow[]>,
  columns: string[],
  clean: Clean,
  corrected: Corrected,
): AsyncGenerator<InputRow[]> {
  for await (const batch of batches) {
    yield batch.flatMap(({ line, raw, bytes, fields: read }): InputRow[] => {
      const row = { line, raw, bytes, columns, values: {}, given: {}, hash: () => Buffer.alloc(0) }
      const cells = corrected.get(line)
      const found = Array.isArray(read) ? read : []
      const fields = cells ? columns.map((column, i) => cells[column] ?? found[i] ?? '') : read
      if (!Array.isArray(fields))
        return [{ ...row, reason: fields.reason, given: byColumn([], columns) }]
      // Spreadsheets leave lines of separators behind.
      if (fields.every((field) => field.trim() === '')) return []
      const extra = fields.slice(columns.length)
      if (extra.some((field) => field.trim() !== '') || fields.length < columns.length) {
        return [
          {
            ...row,
            reason: `has ${fields.length} columns; the header has ${columns.length}`,
            given: byColumn(fields, columns),
          },
        ]
      }
      const given = byColumn(fields, columns)
      const values = decoded(given, columns, clean)
      return [
        { ...row, values, given, hash: () => rowHash(columns, fields.slice(0, columns.length)) },
      ]
    })
  }
}

async function* jsonRows(
  lines: AsyncIterable<Line[]>,
  clean: Clean,
  corrected: Corrected,
): AsyncGenerator<InputRow[]> {
  let last: string[] = []
  for await (const batch of readNdjson(lines)) {
    yield batch.map(({ line, raw, bytes, columns: found }): InputRow => {
      const row = {
        line,
        raw,
        bytes,
        columns: [],
        values: {},
        given: {},
        hash: () => Buffer.alloc(0),
      }
      if (
        'reason' in found &&
        typeof found.reason === 'string' &&
        Object.getPrototypeOf(found) !== null
      ) {
        return { ...row, reason: found.reason }
      }
      const given = Object.assign(found as Record<string, string>, corrected.get(line))
      const columns = Object.keys(given)
      // The same list again where the columns are the same, so that they are matched once.
      if (columns.length !== last.length || columns.some((column, i) => column !== last[i]))
        last = columns
      const values = decoded(given, columns, clean)
      const sorted = columns.toSorted()
      return {
        ...row,
        columns: last,
        values,
        given,
        hash: () =>
          rowHash(
            sorted,
            sorted.map((column) => values[column] as string),
          ),
      }
    })
  }
}
