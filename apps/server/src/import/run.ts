import type { Db } from '../db/connection.ts'
import { settle } from '../db/settle.ts'
import { Problem } from '../problem.ts'
import { textKey } from '../text-key.ts'
import { type Area, type AreaName, areas } from './areas.ts'
import { type BuildContext, buildDraft, type Draft, type Reason, settlePeople } from './build.ts'
import { timeReader } from './dates.ts'
import { idKey, rowKey } from './keys.ts'
import { openLookup } from './lookup.ts'
import { compileMapping, findColumn, type MappingOptions } from './mapping.ts'
import { readCurrency } from './money.ts'
import { type FormatOptions, type InputRow, openInput } from './rows.ts'
import { Seen } from './seen.ts'
import type { Source } from './source.ts'
import {
  type Bringer,
  existingKeys,
  type ReadyRow,
  takenValues,
  uniques,
  writeRows,
} from './store.ts'
import { BadValue } from './values.ts'

/** A row that did not go in. */
export interface BadRow {
  /** The physical line on which it starts, from 1. */
  line: number
  reasons: Reason[]
  /** The row as it stands in the file. */
  raw: string
}

/** How far an import is, and in the end what it did. */
export interface Tally {
  read: number
  /** Rows that went in, or in a dry run would. */
  added: number
  already: number
  bad: number
  /** Bytes of the file that are done. */
  bytes: number
}

/** What an import did. */
export interface Summary extends Tally {
  /** Stopped by the signal before the end of the file. */
  interrupted: boolean
}

/** What to import and how. */
export interface ImportOptions extends FormatOptions, MappingOptions {
  area: AreaName
  source: Source
  /** Columns that together name a row; without, a row is its own name. */
  id?: readonly string[]
  dateFormats?: readonly string[]
  timeZone?: string | undefined
  /** Of amounts that name none. */
  currency?: string | undefined
  decimal?: '.' | ',' | undefined
  /** Checks everything and writes nothing. */
  dryRun?: boolean
  /** In whose name; the command line's unless given. */
  by?: Bringer
  /** Why a record that is good in itself may not go in all the same. */
  refusal?: (record: Record<string, unknown>) => Reason | null
  /** Ends the import after the batch at hand. */
  signal?: AbortSignal
  batchSize?: number
  onBad?: (row: BadRow) => void | Promise<void>
  onProgress?: (tally: Readonly<Tally>) => void
  /** What the person should know, in whole sentences. */
  onNote?: (note: string) => void
}

const commandLine: Bringer = { actor: { system: 'import' }, job: null }

/** A row that is read, on its way in. */
interface Candidate {
  row: InputRow
  key: Buffer
  draft: Draft
}

/**
 * Imports a file, batch by batch, each in a transaction of its own. Rows that came in before, by an
 * earlier run or one at the same time, are passed over, so an import can be repeated at will.
 * @throws {Problem} where the file, a field, a column or a format is none
 */
export async function runImport(db: Db, options: ImportOptions): Promise<Summary> {
  const area: Area = areas[options.area]
  const input = await openInput(options.source, options)
  for (const note of input.notes) options.onNote?.(note)
  const mapping = compileMapping(options.area, options, input.columns)
  const ids = options.id?.map((column) => findColumn(column, input.columns))
  const context: BuildContext = {
    area,
    ...plainly(() => ({
      readTime: timeReader({ formats: options.dateFormats ?? [], timeZone: options.timeZone }),
      currency: options.currency === undefined ? undefined : readCurrency(options.currency),
    })),
    decimal: options.decimal,
    now: new Date().toISOString(),
    lookup: await openLookup(db),
  }
  const tally: Tally = { read: 0, added: 0, already: 0, bad: 0, bytes: 0 }
  const batch: Candidate[] = []
  /** Told in the order of their lines, once every row before them is decided. */
  const refused: BadRow[] = []
  const names = new Seen()
  const uniqueSeen = new Seen()

  const refuse = (row: Pick<InputRow, 'line' | 'raw'>, reasons: Reason[]) => {
    tally.bad += 1
    refused.push({ line: row.line, reasons, raw: row.raw })
  }

  /** The row's key, or null where the row ends here. */
  const keyOf = (row: InputRow, given: () => Draft): Candidate | null => {
    const hash = row.hash()
    if (!ids) {
      const before = names.note(hash, 1, 0)
      const occurrence = (before?.first ?? 0) + 1
      before?.set(occurrence)
      const draft = given()
      return { row, key: rowKey(hash, occurrence), draft }
    }
    const values = ids.map((column) => row.values[column]?.trim() ?? '')
    const empty = ids.filter((_, i) => values[i] === '')
    if (empty.length > 0) {
      refuse(
        row,
        empty.map((field) => ({ field, reason: 'is missing, and it is part of the id' })),
      )
      return null
    }
    const key = idKey(values)
    const draft = given()
    if (draft.reasons.length > 0) return { row, key, draft }
    const check = hash.readUInt32BE(8)
    const before = names.note(key, row.line, check)
    if (!before) return { row, key, draft }
    if (before.second === check) tally.already += 1
    else
      refuse(row, [
        { field: ids.join(', '), reason: `"${values.join(', ')}" is also on line ${before.first}` },
      ])
    return null
  }

  const flush = async () => {
    await flushGood(batch.splice(0))
    for (const bad of refused.splice(0).sort((a, b) => a.line - b.line)) await options.onBad?.(bad)
    options.onProgress?.(tally)
  }

  const flushGood = async (candidates: Candidate[]) => {
    if (candidates.length === 0) return
    await context.lookup.people(
      candidates.flatMap(({ draft }) => draft.people.map(({ text }) => text)),
    )
    const good: ReadyRow[] = []
    for (const { row, key, draft } of candidates) {
      settlePeople(draft, context)
      const refusal = draft.reasons.length === 0 ? options.refusal?.(draft.record) : null
      if (refusal) draft.reasons.push(refusal)
      if (draft.reasons.length > 0) refuse(row, draft.reasons)
      else good.push({ line: row.line, raw: row.raw, key, record: draft.record })
    }
    const there = await existingKeys(
      db,
      options.area,
      good.map(({ key }) => key),
    )
    const fresh = await withoutTaken(good, there)
    tally.already += good.length - fresh.good.length - fresh.bad
    if (options.dryRun) {
      tally.added += fresh.good.length
      return
    }
    const written = await writeRows(db, options.area, fresh.good, options.by ?? commandLine)
    tally.added += written.added
    tally.already += written.already
    for (const { row, reason } of written.bad) refuse(row, [reason])
  }

  /** Leaves out rows that are there, and refuses those whose unique value is somebody else's. */
  const withoutTaken = async (rows: ReadyRow[], there: Set<string>) => {
    const unique = uniques[options.area]
    const isThere = (row: ReadyRow) => there.has(row.key.toString('hex'))
    if (!unique) return { good: rows.filter((row) => !isThere(row)), bad: 0 }
    const fresh = rows.filter((row) => !isThere(row) && row.record[unique.column] !== null)
    const taken = await takenValues(
      db,
      options.area,
      fresh.map(({ record }) => String(record[unique.column])),
    )
    const takenRows = new Set([...taken].map((at) => fresh[at]))
    const good: ReadyRow[] = []
    let bad = 0
    for (const row of rows) {
      const value = row.record[unique.column]
      const before =
        value === null ? null : uniqueSeen.note(idKey([textKey(String(value))]), row.line, 0)
      if (isThere(row)) continue
      if (!before && !takenRows.has(row)) {
        good.push(row)
        continue
      }
      bad += 1
      const reason = before ? `is also on line ${before.first}` : unique.reason
      refuse(row, [{ field: unique.field, reason: `"${value}" ${reason}` }])
    }
    return { good, bad }
  }

  let interrupted = false
  reading: for await (const rows of input.rows) {
    for (const row of rows) {
      tally.read += 1
      tally.bytes = row.bytes
      if (row.reason !== undefined) {
        refuse(row, [{ field: '', reason: row.reason }])
      } else {
        const candidate = keyOf(row, () =>
          buildDraft(
            mapping((column) => row.values[column], row.columns),
            context,
          ),
        )
        if (candidate) batch.push(candidate)
      }
      if (batch.length + refused.length >= (options.batchSize ?? 1000)) {
        await flush()
        if (options.signal?.aborted) {
          interrupted = true
          break reading
        }
      }
    }
  }
  if (!interrupted) {
    tally.bytes = options.source.size
    await flush()
  }
  // Not worth it for a handful.
  if (tally.added >= 500 && !options.dryRun) await settle(db, [area.table, 'imported_rows'])
  return { ...tally, interrupted }
}

/** What is wrong with an option, as a sentence for the person. */
function plainly<T>(work: () => T): T {
  try {
    return work()
  } catch (error) {
    if (error instanceof BadValue) throw new Problem(`${error.message}.`)
    throw error
  }
}
