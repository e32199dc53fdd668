import { msg } from '@steward/i18n/reader'
import { type Said, say } from '@steward/i18n/sentence'
import { OperatorError } from '../../operator-error.ts'
import { notesOfDates } from '../dates.ts'
import { type ImportedArea, isTextField, type Reason } from '../fields.ts'
import { contentHash, idKey, rowKey } from '../keys.ts'
import { compileMapping, findColumn, type Mapping } from '../map/mapping.ts'
import type { ReadingOptions } from '../options.ts'
import { type Cells, type InputRow, openInput } from '../read/rows.ts'
import type { Source } from '../read/source.ts'
import { cut } from '../values.ts'
import { buildDraft, contextOf, type Draft } from './candidate.ts'
import { FingerprintSet } from './fingerprints.ts'
import { type FirstRows, readFirstRows } from './first-rows.ts'

export interface BadRow {
  /** The physical line on which the row starts, from 1. */
  line: number
  reasons: Reason[]
  raw: string
  /** The row's texts by column, as far as they can be corrected; only if requested. */
  cells?: Cells
}

export interface Candidate extends BadRow, Draft {
  /** The key that recognizes the row in a later import, in hexadecimal. */
  key: string
  /** The text of the row's id columns; null where the row has no id of its own. */
  id: string | null
  /** The hash of the values that the row sets, in hexadecimal. */
  content: string
}

/** Consecutive rows of a file, with counts since the batch before. */
export interface ReadBatch {
  rows: Candidate[]
  bad: BadRow[]
  read: number
  /** How many rows repeat an earlier row of the same file, with the same id and values; all where they are only counted. */
  already: number
  /** How many bytes of the file have been read, from its beginning. */
  bytes: number
  last: boolean
}

export interface Reading {
  area: ImportedArea
  notes: Said[]
  first: FirstRows
  batches: AsyncIterable<ReadBatch>
  close?(): Promise<void>
}

const maxCharacters = 4_000_000

/** The number of chunks after which a batch is given, even an empty one, to show progress. */
const maxChunks = 32

/** The greatest length of a bad row in reports, in characters. */
const maxRaw = 100_000

const maxCells = 100
const maxCellLength = 2_000

/** Reads a file into rows, without the database; throws an OperatorError where it can't be read. */
export async function openReading(
  source: Source,
  area: ImportedArea,
  options: ReadingOptions = {},
): Promise<Reading> {
  const first = await readFirstRows(source, area, options)
  const { map, encoding, dates } = first
  const input = await openInput(source, { ...options, encoding })
  const mapping = compileMapping(area, { ...options, map }, input.columns)
  const ids = (options.id ?? []).map((column) => findColumn(column, input.columns))
  const context = contextOf(area, { ...options, dateOrder: dates.order ?? undefined })
  const build = (row: InputRow) => {
    const texts = textsOf(row, mapping, area)
    const draft = buildDraft(texts, context)
    const said = Object.fromEntries(draft.columns.map((column) => [column, draft.record[column]]))
    return { ...draft, content: contentHash(texts, said).toString('hex') }
  }
  const readRow = options.onlyCount ? () => null : rowReader(ids, options.cells ?? false, build)
  return {
    area,
    notes: [...first.notes, ...notesOfDates(dates)],
    first,
    batches: batchesOf(input.rows, readRow, source, options),
  }
}

function textsOf(row: InputRow, mapping: Mapping, area: ImportedArea): Record<string, string> {
  const decoded = mapping((column) => row.values[column], row.columns)
  if (row.values === row.given) return decoded
  const given = mapping((column) => row.given[column], row.columns)
  for (const field of Object.keys(given))
    if (isTextField(area, field)) given[field] = decoded[field] ?? ''
  return given
}

async function* batchesOf(
  chunks: AsyncIterable<InputRow[]>,
  readRow: ReturnType<typeof rowReader>,
  source: Source,
  { batchSize = 1000, maxRows = Number.POSITIVE_INFINITY }: ReadingOptions,
): AsyncGenerator<ReadBatch> {
  const empty = () => ({ rows: [], bad: [], read: 0, already: 0, bytes: 0, last: false })
  let batch: ReadBatch = empty()
  let [read, bytes, characters, chunksSince] = [0, 0, 0, 0]
  const take = () => {
    const taken = { ...batch, bytes }
    batch = empty()
    characters = 0
    chunksSince = 0
    return taken
  }
  for await (const rows of chunks) {
    for (const row of rows) {
      read += 1
      if (read > maxRows) {
        throw new OperatorError(
          say(
            '{file} has more than {max} rows, the most that one import takes. Those before are done; split the file, or use the command line.',
            { file: source.name, max: maxRows },
          ),
        )
      }
      const found = readRow(row)
      batch.read += 1
      if (found === null) batch.already += 1
      else if ('key' in found) batch.rows.push(found)
      else batch.bad.push(found)
      bytes = row.bytes
      characters += row.raw.length
      const size = batch.rows.length + batch.bad.length
      if (size >= batchSize || characters >= maxCharacters) yield take()
    }
    chunksSince += 1
    if (chunksSince >= maxChunks) yield take()
  }
  yield { ...take(), bytes: source.size, last: true }
}

/** Makes a function that reads a row into a draft with its key; null for a row that is repeated. */
function rowReader(
  ids: readonly string[],
  withCells: boolean,
  build: (row: InputRow) => Draft & Pick<Candidate, 'content'>,
): (row: InputRow) => Candidate | BadRow | null {
  const seen = new FingerprintSet()
  return (row) => {
    const shown = {
      line: row.line,
      raw: cut(row.raw, maxRaw),
      ...(withCells && { cells: cellsOf(row) }),
    }
    if (row.reason !== undefined) return { ...shown, reasons: [{ field: '', reason: row.reason }] }
    if (ids.length === 0) {
      const hash = row.hash()
      const before = seen.add(hash, 1, 0)
      const occurrence = (before?.first ?? 0) + 1
      before?.set(occurrence)
      return { ...shown, key: rowKey(hash, occurrence).toString('hex'), id: null, ...build(row) }
    }
    const values = ids.map((column) => row.values[column]?.trim() ?? '')
    const empty = ids.filter((_, i) => values[i] === '')
    if (empty.length > 0) {
      const reason = msg('is missing, and it is part of the id')
      return { ...shown, reasons: empty.map((field) => ({ field, reason })) }
    }
    const key = idKey(values)
    const id = cut(values.join(', '), 60)
    const candidate = { ...shown, key: key.toString('hex'), id, ...build(row) }
    if (candidate.reasons.length > 0) return candidate
    const check = row.hash().readUInt32BE(8)
    const before = seen.add(key, row.line, check)
    if (!before) return candidate
    if (before.second === check) return null
    const reason = say('"{id}" is also on line {line}', { id, line: before.first })
    return { ...shown, reasons: [{ field: ids.join(', '), reason }] }
  }
}

const cellsOf = ({ given }: InputRow): Cells =>
  Object.fromEntries(
    Object.entries(given)
      .filter(([, text]) => text.length <= maxCellLength)
      .slice(0, maxCells),
  )
