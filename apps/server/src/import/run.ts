import { analyze } from '../db/analyze.ts'
import type { Db } from '../db/connection.ts'
import { foldDeltas } from '../db/deltas.ts'
import { newId } from '../ids.ts'
import { textKey } from '../text-key.ts'
import { settleNames } from './build.ts'
import { type ConflictSample, namedIn, type OnConflict, reasonsOf, sampleOf } from './conflicts.ts'
import type { ImportAction, Reason } from './fields.ts'
import { FingerprintSet } from './fingerprint-set.ts'
import { idKey } from './keys.ts'
import { adoptRows, type Conflict, overwriteRows, sortRows } from './known-rows.store.ts'
import { type Finder, openLookup } from './lookup.store.ts'
import type { BadRow, ReadBatch, Reading } from './reading.ts'
import { type ImportedBy, type ReadyRow, takenValues, writeRows } from './rows.store.ts'

/** How far an import is, and in the end what it did. */
export interface ImportCounts {
  read: number
  /** Rows that went in, or in a dry run would. */
  added: number
  /** Rows that came in before, and say the same. */
  already: number
  /** Rows with the id of a record that has other content, which was kept. */
  conflicts: number
  /** Rows whose records were overwritten, or in a dry run would be. */
  overwritten: number
  bad: number
  /** Bytes of the file that are done. */
  bytes: number
}

/** What an import did. */
export interface Summary extends ImportCounts {
  /** Stopped by the signal before the end of the file. */
  interrupted: boolean
  /** Rows with the id of a record that has other content, whatever became of them. */
  differing: number
  /** The first of them. */
  samples: ConflictSample[]
  /** Of the rows that were added, those whose ids other sources know, by source. */
  elsewhere: Record<string, number>
}

/** How to import. */
export interface ImportOptions {
  /** Checks everything and writes nothing. */
  dryRun?: boolean
  /** Looks at the first rows alone. */
  firstBatchOnly?: boolean
  /** In whose name; the command line's unless given. */
  by?: Omit<ImportedBy, 'source'>
  /** What the ids are of; none unless given. */
  source?: string
  /** What becomes of a row whose id a record with other content has; that one is kept unless given. */
  onConflict?: OnConflict
  /** Whether whoever imports may see a record that is here; every one unless given. */
  maySee?: (record: Record<string, unknown>) => boolean
  /** Who may be found by what a row calls them; everybody unless given. */
  finder?: Finder
  /** Why a record that is good in itself may not go in all the same. */
  refusal?: (record: Record<string, unknown>, actions: readonly ImportAction[]) => Reason | null
  /** Ends the import after the batch at hand. */
  signal?: AbortSignal
  onBad?: (row: BadRow) => void | Promise<void>
  /** Told of rows that did not go in because a record with their id was kept. */
  onKept?: (row: BadRow) => void | Promise<void>
  onProgress?: (counts: Readonly<ImportCounts>) => void
}

/**
 * Imports a file, batch by batch, each in a transaction of its own. Rows that came in before, by an
 * earlier run or one at the same time, are passed over where they say the same, so an import is idempotent: it can be
 * repeated at will. The reading is closed in any case.
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

/** Conflicts that are told with both sides. */
const maxConflictSamples = 20

/** Where every import begins. */
export const noCounts = (): ImportCounts => ({
  read: 0,
  added: 0,
  already: 0,
  conflicts: 0,
  overwritten: 0,
  bad: 0,
  bytes: 0,
})

const inOrder = (rows: BadRow[]): BadRow[] => rows.splice(0).sort((a, b) => a.line - b.line)

async function importFrom(db: Db, reading: Reading, options: ImportOptions): Promise<Summary> {
  const { area } = reading
  const lookup = await openLookup(db, options.source ?? '', options.finder)
  const counts: ImportCounts = noCounts()
  const source = options.source ?? ''
  const by = {
    ...(options.by ?? { actor: { system: 'import' as const, batch: newId() }, job: null }),
    source,
  }
  let differing = 0
  const samples: ConflictSample[] = []
  const elsewhere: Record<string, number> = {}
  const kept: BadRow[] = []
  const uniqueSeen = new FingerprintSet()
  /** Told in the order of their lines, once every row before them is decided. */
  const refused: BadRow[] = []

  const refuse = ({ line, raw, cells }: Omit<BadRow, 'reasons'>, reasons: Reason[]) => {
    refused.push({ line, reasons, raw, ...(cells && { cells }) })
  }

  const work = async (batch: ReadBatch) => {
    counts.read += batch.read
    counts.already += batch.already
    counts.bytes = batch.bytes
    for (const row of batch.bad) refuse(row, row.reasons)
    if (batch.rows.length > 0) await workRows(batch)
    counts.bad += refused.length
    for (const bad of inOrder(refused)) await options.onBad?.(bad)
    for (const row of inOrder(kept)) await options.onKept?.(row)
    options.onProgress?.(counts)
  }

  const workRows = async ({ rows }: ReadBatch) => {
    await lookup.people(rows.flatMap(({ draft }) => draft.people.map(({ text }) => text)))
    const good: ReadyRow[] = []
    for (const { draft, ...row } of rows) {
      settleNames(draft, area, lookup)
      const { record, columns, reasons } = draft
      const refusal = reasons.length === 0 ? options.refusal?.(record, ['import']) : null
      if (refusal) reasons.push(refusal)
      if (reasons.length > 0) refuse(row, reasons)
      else good.push({ ...row, record, columns })
    }
    await bringIn(good)
  }

  const bringIn = async (rows: ReadyRow[]): Promise<void> => {
    const sorted = await sortRows(db, area, source, rows)
    counts.already += sorted.already
    for (const [other, n] of Object.entries(sorted.elsewhere))
      elsewhere[other] = (elsewhere[other] ?? 0) + n
    await settleConflicts(sorted.conflicts)
    const fresh = await withoutTaken(rows, new Set(sorted.fresh))
    if (options.dryRun) {
      counts.added += fresh.length
      return
    }
    await adoptRows(db, area, source, sorted.adopted)
    const written = await writeRows(db, area, fresh, by)
    counts.added += written.added
    for (const { row, reason } of written.bad) refuse(row, [reason])
    if (written.lost.length > 0) await bringIn(written.lost)
  }

  const settleConflicts = async (conflicts: Conflict[]): Promise<void> => {
    const { onConflict = 'keep', maySee = () => true } = options
    differing += conflicts.length
    const names = await lookup.namesOf(conflicts.flatMap((conflict) => namedIn(area, conflict)))
    for (const conflict of conflicts) {
      const shown = conflict.here !== null && maySee(conflict.here)
      const sample = sampleOf(area, conflict, shown, names)
      if (samples.length < maxConflictSamples) samples.push(sample)
      const { row } = conflict
      if (onConflict === 'bad') refuse(row, reasonsOf(sample))
      if (onConflict === 'keep') {
        counts.conflicts += 1
        kept.push({ line: row.line, raw: row.raw, reasons: reasonsOf(sample) })
      }
    }
    if (onConflict !== 'overwrite') return
    if (options.dryRun) {
      counts.overwritten += conflicts.length
      return
    }
    const refusal = (record: Record<string, unknown>) =>
      options.refusal?.(record, ['import', 'update', 'status']) ?? null
    const { overwritten, bad } = await overwriteRows(db, area, conflicts, by, refusal)
    counts.overwritten += overwritten
    for (const { row, reason } of bad) refuse(row, [reason])
  }

  /** Leaves out rows that are there, and refuses those whose unique value is somebody else's. */
  const withoutTaken = async (rows: ReadyRow[], news: Set<ReadyRow>): Promise<ReadyRow[]> => {
    const { unique } = area
    if (!unique) return [...news]
    const fresh = rows.filter((row) => news.has(row) && row.record[unique.column] !== null)
    const taken = await takenValues(
      db,
      area,
      fresh.map(({ record }) => String(record[unique.column])),
    )
    const takenRows = new Set([...taken].map((at) => fresh[at]))
    const good: ReadyRow[] = []
    for (const row of rows) {
      const value = row.record[unique.column]
      const before =
        value === null ? null : uniqueSeen.add(idKey([textKey(String(value))]), row.line, 0)
      if (!news.has(row)) continue
      if (!before && !takenRows.has(row)) {
        good.push(row)
        continue
      }
      const reason = before ? `is also on line ${before.first}` : unique.reason
      refuse(row, [{ field: unique.field, reason: `"${value}" ${reason}` }])
    }
    return good
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
  return { ...counts, interrupted: !last, differing, samples, elsewhere }
}
