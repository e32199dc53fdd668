import { OperatorError } from '../operator-error.ts'
import { type BuildContext, buildDraft, type Draft } from './build.ts'
import type { DateEvidence } from './date-order.ts'
import { type TimeReader, timeReader } from './dates.ts'
import { type ImportedArea, isTextField, type Reason } from './fields.ts'
import { FingerprintSet } from './fingerprint-set.ts'
import { type FileInspection, inspectFile } from './inspect.ts'
import { contentHash, idKey, rowKey } from './keys.ts'
import { compileMapping, findColumn, type Mapping } from './mapping.ts'
import { readCurrency } from './money.ts'
import { maxCellLength, maxCells, type ReadingOptions } from './reading-options.ts'
import { type InputRow, openInput } from './rows.ts'
import type { Source } from './source.ts'
import { notesOfDates, surveyDates } from './survey-dates.ts'
import { BadValue } from './values.ts'

/** A row that did not go in. */
export interface BadRow {
  /** The physical line on which it starts, from 1. */
  line: number
  reasons: Reason[]
  /** The row as it stands in the file; a very long one is cut. */
  raw: string
  cells?: Cells
}

/** A row's texts by column; long ones are left out. */
export type Cells = Readonly<Record<string, string>>

/** A row that is read, on its way in. */
export interface Candidate {
  line: number
  raw: string
  /** Hexadecimal. */
  key: string
  /** What its id columns hold; null for a row that is its own name. */
  id: string | null
  /** Of what it says of its record; hexadecimal. */
  content: string
  draft: Draft
  /** What it holds by column, as far as it can be corrected; only where asked for. */
  cells?: Cells
}

/** Some rows of a file, in their order; what is counted is counted since the batch before. */
export interface ReadBatch {
  rows: Candidate[]
  bad: BadRow[]
  read: number
  /** Rows that stand above in the same file, with the same id and no other value. */
  already: number
  /** Bytes of the file that are done, from its beginning. */
  bytes: number
  last: boolean
}

/** A file that is being read. */
export interface Reading {
  area: ImportedArea
  /** What the person should know, in whole sentences. */
  notes: string[]
  look: FileInspection | null
  /** What the dates of the first rows say of their order. */
  dates: DateEvidence
  batches: AsyncIterable<ReadBatch>
  /** Ends it, wherever it is. */
  close(): Promise<void>
}

/** Characters of rows in a batch at the most, but for the last of them. */
const mostCharacters = 4_000_000

/** Handfuls of lines after which there is a batch, even an empty one, so that progress is seen. */
const mostHandfuls = 32

/** Characters of a bad row that are told. */
const longestRaw = 100_000

/**
 * Opens a file and reads it into rows of an area's table, as far as that goes without the database.
 * @throws {OperatorError} where the file, a field, a column or a format is none
 */
export async function openReading(
  source: Source,
  area: ImportedArea,
  options: ReadingOptions = {},
): Promise<Reading> {
  const look = options.look ? await inspectFile(source, area, options) : null
  const input = await openInput(source, look ? { ...options, encoding: look.encoding } : options)
  const map = look?.map ?? options.map
  const mapping = compileMapping(area, { ...options, map }, input.columns)
  const ids = options.id?.map((column) => findColumn(column, input.columns))
  const dates = await surveyDates(source, area, { ...options, map, encoding: input.encoding })
  const context = contextOf(area, { ...options, dateOrder: dates.order ?? undefined })
  const reader = new RowReader(ids, options.cells ?? false, (row) => {
    const texts = textsOf(row, mapping, area)
    const draft = buildDraft(texts, context)
    const said = Object.fromEntries(draft.columns.map((column) => [column, draft.record[column]]))
    return { draft, content: contentHash(texts, said).toString('hex') }
  })
  return {
    area,
    notes: [...(look?.notes ?? input.notes), ...notesOfDates(dates)],
    look,
    dates,
    batches: batchesOf(input.rows, reader, source, options),
    close: async () => {},
  }
}

/** A row's texts by field. Only texts are decoded: a number, a time or a word of a list stays as it is. */
function textsOf(row: InputRow, mapping: Mapping, area: ImportedArea): Record<string, string> {
  const decoded = mapping((column) => row.values[column], row.columns)
  if (row.values === row.given) return decoded
  const given = mapping((column) => row.given[column], row.columns)
  return Object.fromEntries(
    Object.entries(given).map(([field, text]) => [
      field,
      isTextField(area, field) ? (decoded[field] ?? text) : text,
    ]),
  )
}

async function* batchesOf(
  handfuls: AsyncIterable<InputRow[]>,
  reader: RowReader,
  source: Source,
  { batchSize = 1000, mostRows = Number.POSITIVE_INFINITY }: ReadingOptions,
): AsyncGenerator<ReadBatch> {
  let [read, bytes, characters, since] = [0, 0, 0, 0]
  const take = (last: boolean): ReadBatch => {
    characters = 0
    since = 0
    return { ...reader.take(), bytes: last ? source.size : bytes, last }
  }
  for await (const rows of handfuls) {
    for (const row of rows) {
      read += 1
      if (read > mostRows) {
        throw new OperatorError(
          `${source.name} has more than ${mostRows.toLocaleString('en')} rows, the most that one import takes. Those before are done; split the file, or use the command line.`,
        )
      }
      bytes = row.bytes
      characters += row.raw.length
      if (reader.add(row) >= batchSize || characters >= mostCharacters) yield take(false)
    }
    since += 1
    if (since >= mostHandfuls) yield take(false)
  }
  yield take(true)
}

/** Reads rows into drafts with their keys, and knows what came twice. */
class RowReader {
  readonly #ids: readonly string[] | undefined
  readonly #withCells: boolean
  readonly #build: (row: InputRow) => Built
  readonly #names = new FingerprintSet()
  #batch = emptyBatch()

  constructor(
    ids: readonly string[] | undefined,
    withCells: boolean,
    build: (row: InputRow) => Built,
  ) {
    this.#ids = ids
    this.#withCells = withCells
    this.#build = build
  }

  /** @returns the rows that wait to be taken */
  add(row: InputRow): number {
    this.#batch.read += 1
    if (row.reason !== undefined) this.#refuse(row, [{ field: '', reason: row.reason }])
    else if (this.#ids) this.#addNamed(row, this.#ids)
    else {
      const hash = row.hash()
      const before = this.#names.add(hash, 1, 0)
      const occurrence = (before?.first ?? 0) + 1
      before?.set(occurrence)
      this.#keep(row, rowKey(hash, occurrence), null, this.#build(row))
    }
    return this.#batch.rows.length + this.#batch.bad.length
  }

  take(): Omit<ReadBatch, 'bytes' | 'last'> {
    const batch = this.#batch
    this.#batch = emptyBatch()
    return batch
  }

  #addNamed(row: InputRow, ids: readonly string[]): void {
    const values = ids.map((column) => row.values[column]?.trim() ?? '')
    const empty = ids.filter((_, i) => values[i] === '')
    if (empty.length > 0) {
      const reason = 'is missing, and it is part of the id'
      this.#refuse(
        row,
        empty.map((field) => ({ field, reason })),
      )
      return
    }
    const key = idKey(values)
    const id = cut(values.join(', '), 60)
    const built = this.#build(row)
    if (built.draft.reasons.length > 0) {
      this.#keep(row, key, id, built)
      return
    }
    const check = row.hash().readUInt32BE(8)
    const before = this.#names.add(key, row.line, check)
    if (!before) this.#keep(row, key, id, built)
    else if (before.second === check) this.#batch.already += 1
    else {
      const reason = `"${id}" is also on line ${before.first}`
      this.#refuse(row, [{ field: ids.join(', '), reason }])
    }
  }

  #keep(row: InputRow, key: Buffer, id: string | null, built: Built): void {
    this.#batch.rows.push({ ...this.#told(row), key: key.toString('hex'), id, ...built })
  }

  #refuse(row: InputRow, reasons: Reason[]): void {
    this.#batch.bad.push({ ...this.#told(row), reasons })
  }

  #told({ line, raw, given }: InputRow) {
    return {
      line,
      raw: cut(raw, longestRaw),
      ...(this.#withCells && { cells: shortOf(given) }),
    }
  }
}

/** What is made of a row's texts. */
type Built = Pick<Candidate, 'draft' | 'content'>

const shortOf = (given: Cells): Cells =>
  Object.fromEntries(
    Object.entries(given)
      .filter(([, text]) => text.length <= maxCellLength)
      .slice(0, maxCells),
  )

const emptyBatch = (): Omit<ReadBatch, 'bytes' | 'last'> => ({
  rows: [],
  bad: [],
  read: 0,
  already: 0,
})

const cut = (text: string, most: number): string =>
  text.length > most ? `${text.slice(0, most).toWellFormed()}…` : text

/** @throws {OperatorError} where an option is wrong, as a sentence for the person */
function contextOf(area: ImportedArea, options: ReadingOptions): BuildContext {
  try {
    const formats = options.dateFormats ?? []
    const order = options.dateOrder
    const byZone = new Map<string, TimeReader>()
    return {
      area,
      readTime: timeReader({ formats, order, timeZone: options.timeZone }),
      readTimeIn: (zone) => {
        const reader = byZone.get(zone) ?? timeReader({ formats, order, timeZone: zone })
        byZone.set(zone, reader)
        return reader
      },
      currency: options.currency === undefined ? undefined : readCurrency(options.currency),
      decimal: options.decimal,
      now: new Date().toISOString(),
    }
  } catch (error) {
    if (error instanceof BadValue) throw new OperatorError(`${error.message}.`)
    throw error
  }
}
