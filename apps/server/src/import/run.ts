import { analyze } from '../db/analyze.ts'
import type { Db } from '../db/connection.ts'
import { foldDeltas } from '../db/deltas.ts'
import { newId } from '../ids.ts'
import { textKey } from '../text-key.ts'
import { settleNames } from './build.ts'
import type { Reason } from './fields.ts'
import { FingerprintSet } from './fingerprint-set.ts'
import { idKey } from './keys.ts'
import { type Finder, openLookup } from './lookup.store.ts'
import type { BadRow, ReadBatch, Reading } from './reading.ts'
import {
  existingKeys,
  type ImportedBy,
  type ReadyRow,
  takenValues,
  writeRows,
} from './rows.store.ts'

/** How far an import is, and in the end what it did. */
export interface ImportCounts {
  read: number
  /** Rows that went in, or in a dry run would. */
  added: number
  already: number
  bad: number
  /** Bytes of the file that are done. */
  bytes: number
}

/** What an import did. */
export interface Summary extends ImportCounts {
  /** Stopped by the signal before the end of the file. */
  interrupted: boolean
}

/** How to import. */
export interface ImportOptions {
  /** Checks everything and writes nothing. */
  dryRun?: boolean
  /** Looks at the first rows alone. */
  firstBatchOnly?: boolean
  /** In whose name; the command line's unless given. */
  by?: ImportedBy
  /** Who may be found by what a row calls them; everybody unless given. */
  finder?: Finder
  /** Why a record that is good in itself may not go in all the same. */
  refusal?: (record: Record<string, unknown>) => Reason | null
  /** Ends the import after the batch at hand. */
  signal?: AbortSignal
  onBad?: (row: BadRow) => void | Promise<void>
  onProgress?: (counts: Readonly<ImportCounts>) => void
}

/**
 * Imports a file, batch by batch, each in a transaction of its own. Rows that came in before, by an
 * earlier run or one at the same time, are passed over, so an import is idempotent: it can be repeated at will. The
 * reading is closed in any case.
 * @throws {OperatorError} where the file can't be read any further
 */
export async function runImport(
  db: Db,
  reading: Reading,
  options: ImportOptions,
): Promise<Summary> {
  try {
    return await importFrom(db, reading, options)
  } finally {
    await reading.close()
  }
}

async function importFrom(db: Db, reading: Reading, options: ImportOptions): Promise<Summary> {
  const { area } = reading
  const lookup = await openLookup(db, options.finder)
  const counts: ImportCounts = { read: 0, added: 0, already: 0, bad: 0, bytes: 0 }
  const by = options.by ?? { actor: { system: 'import', batch: newId() }, job: null }
  const uniqueSeen = new FingerprintSet()
  /** Told in the order of their lines, once every row before them is decided. */
  const refused: BadRow[] = []

  const refuse = ({ line, raw }: Pick<BadRow, 'line' | 'raw'>, reasons: Reason[]) => {
    refused.push({ line, reasons, raw })
  }

  const work = async (batch: ReadBatch) => {
    counts.read += batch.read
    counts.already += batch.already
    counts.bytes = batch.bytes
    for (const row of batch.bad) refuse(row, row.reasons)
    if (batch.rows.length > 0) await workRows(batch)
    counts.bad += refused.length
    for (const bad of refused.splice(0).sort((a, b) => a.line - b.line)) await options.onBad?.(bad)
    options.onProgress?.(counts)
  }

  const workRows = async ({ rows }: ReadBatch) => {
    await lookup.people(rows.flatMap(({ draft }) => draft.people.map(({ text }) => text)))
    const good: ReadyRow[] = []
    for (const { line, raw, key, draft } of rows) {
      settleNames(draft, area, lookup)
      const refusal = draft.reasons.length === 0 ? options.refusal?.(draft.record) : null
      if (refusal) draft.reasons.push(refusal)
      if (draft.reasons.length > 0) refuse({ line, raw }, draft.reasons)
      else good.push({ line, raw, key, record: draft.record })
    }
    const there = await existingKeys(
      db,
      area,
      good.map(({ key }) => key),
    )
    const fresh = await withoutTaken(good, there)
    counts.already += good.length - fresh.good.length - fresh.bad
    if (options.dryRun) {
      counts.added += fresh.good.length
      return
    }
    const written = await writeRows(db, area, fresh.good, by)
    counts.added += written.added
    counts.already += written.already
    for (const { row, reason } of written.bad) refuse(row, [reason])
  }

  /** Leaves out rows that are there, and refuses those whose unique value is somebody else's. */
  const withoutTaken = async (rows: ReadyRow[], there: Set<string>) => {
    const { unique } = area
    const isThere = (row: ReadyRow) => there.has(row.key)
    if (!unique) return { good: rows.filter((row) => !isThere(row)), bad: 0 }
    const fresh = rows.filter((row) => !isThere(row) && row.record[unique.column] !== null)
    const taken = await takenValues(
      db,
      area,
      fresh.map(({ record }) => String(record[unique.column])),
    )
    const takenRows = new Set([...taken].map((at) => fresh[at]))
    const good: ReadyRow[] = []
    let bad = 0
    for (const row of rows) {
      const value = row.record[unique.column]
      const before =
        value === null ? null : uniqueSeen.add(idKey([textKey(String(value))]), row.line, 0)
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

  let last = false
  for await (const batch of reading.batches) {
    await work(batch)
    last = batch.last
    const rows = batch.rows.length + batch.bad.length
    if (options.signal?.aborted || (options.firstBatchOnly && rows > 0)) break
  }
  // Not worth it for a handful.
  if (counts.added >= 500 && !options.dryRun) {
    await analyze(db, [area.table, 'imported_rows'])
    await foldDeltas(db)
  }
  return { ...counts, interrupted: !last }
}
