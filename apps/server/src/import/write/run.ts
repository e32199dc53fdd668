import type { Db } from '../../db/connection/connection.ts'
import { foldDeltas } from '../../db/counts/deltas.ts'
import { analyze } from '../../db/tables/analyze.ts'
import { type AuditEvent, auditAreaOf, personTypesIn } from '../../db/write/audit-lines.ts'
import { newId } from '../../ids.ts'
import { textKey } from '../../text-key.ts'
import { settleNames } from '../drafts/draft.ts'
import { FingerprintSet } from '../drafts/fingerprints.ts'
import type { BadRow, ReadBatch, Reading } from '../drafts/reading.ts'
import type { ImportAction, ImportedArea, Reason } from '../fields.ts'
import { idKey } from '../keys.ts'
import type { ConflictSample, OnConflict } from '../options.ts'
import { namedIn, reasonsOf, sampleOf } from './conflicts.ts'
import { adoptRows, type Conflict, overwriteRows, sortRows } from './known-rows.store.ts'
import { type Finder, openNames } from './names.store.ts'
import { type ImportedBy, type ReadyRow, takenValues, writeRows } from './new-rows.store.ts'

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
  /** Whether whoever imports may see an existing record; every one unless given. */
  maySee?: (record: Record<string, unknown>) => boolean
  /** Who may be found by what a row calls them; everybody unless given. */
  finder?: Finder
  /** Why a record that is good in itself may not go in all the same. */
  refusal?: (record: Record<string, unknown>, actions: readonly ImportAction[]) => Reason | null
  /** Ends the import after the batch at hand. */
  signal?: AbortSignal
  onBad?: (row: BadRow) => void | Promise<void>
  /** Called with rows that did not go in because a record with their id was kept. */
  onKept?: (row: BadRow) => void | Promise<void>
  onProgress?: (counts: Readonly<ImportCounts>) => void
}

/** Conflicts that are shown with both sides. */
const maxSamples = 20

/** Rows from which on it is worth while to tidy up behind an import. */
const minTidied = 500

/** How far an import is, and in the end what it did; in a dry run, what it would have done. */
export const noCounts = () => ({
  read: 0,
  added: 0,
  /** Rows that came in before, and say the same. */
  already: 0,
  /** Rows with the id of a record that has other content, which was kept. */
  conflicts: 0,
  /** Rows whose records were overwritten. */
  overwritten: 0,
  bad: 0,
  /** Bytes of the file that are done. */
  bytes: 0,
})

export type ImportCounts = ReturnType<typeof noCounts>

/** An import was begun; what it adds comes under the same batch. */
export const importBegun = ({ key, table }: ImportedArea, fileName: string): AuditEvent => ({
  action: 'import',
  area: auditAreaOf(table),
  personTypes: personTypesIn(key),
  detail: fileName.slice(0, 200),
})

/**
 * Imports a file, batch by batch, each in a transaction of its own. Rows that came in before, by an
 * earlier run or one at the same time, are skipped where they say the same, so an import is idempotent: it can be
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
    await reading.close?.()
  }
}

async function importFrom(db: Db, reading: Reading, options: ImportOptions): Promise<Summary> {
  const { area } = reading
  const { source = '', onConflict = 'keep', maySee = () => true } = options
  const actor = { system: 'import' as const, batch: newId() }
  const by = { ...(options.by ?? { actor, job: null }), source }
  const names = await openNames(db, source, options.finder)
  const summary: Summary = {
    ...noCounts(),
    interrupted: false,
    differing: 0,
    samples: [],
    elsewhere: {},
  }
  const uniqueSeen = new FingerprintSet()
  /** Of the batch at hand; reported in the order of their lines, once all of it is decided. */
  const refused: BadRow[] = []
  const kept: BadRow[] = []

  const badOf = ({ line, raw, cells }: Omit<BadRow, 'reasons'>, reasons: Reason[]): BadRow => ({
    line,
    reasons,
    raw,
    ...(cells && { cells }),
  })
  const refuse = (row: Omit<BadRow, 'reasons'>, reasons: Reason[]) =>
    refused.push(badOf(row, reasons))

  const importBatch = async (batch: ReadBatch) => {
    summary.read += batch.read
    summary.already += batch.already
    summary.bytes = batch.bytes
    refused.push(...batch.bad)
    await names.find(batch.rows.flatMap(({ draft }) => draft.people.map(({ text }) => text)))
    const good: ReadyRow[] = []
    for (const { draft, ...row } of batch.rows) {
      settleNames(draft, area, names)
      const { record, columns, reasons } = draft
      const refusal = reasons.length === 0 ? options.refusal?.(record, ['import']) : null
      if (refusal) reasons.push(refusal)
      if (reasons.length > 0) refuse(row, reasons)
      else good.push({ ...row, record, columns })
    }
    if (good.length > 0) await bringIn(good)
    summary.bad += refused.length
    const inOrder = (rows: BadRow[]) => rows.splice(0).sort((a, b) => a.line - b.line)
    for (const row of inOrder(refused)) await options.onBad?.(row)
    for (const row of inOrder(kept)) await options.onKept?.(row)
    options.onProgress?.(summary)
  }

  const bringIn = async (rows: ReadyRow[]): Promise<void> => {
    const { fresh, already, conflicts, adopted, elsewhere } = await sortRows(db, area, source, rows)
    summary.already += already
    for (const [other, n] of Object.entries(elsewhere))
      summary.elsewhere[other] = (summary.elsewhere[other] ?? 0) + n
    await settleConflicts(conflicts)
    const free = await withoutTaken(rows, new Set(fresh))
    if (options.dryRun) {
      summary.added += free.length
      return
    }
    await adoptRows(db, area, source, adopted)
    const { added, bad, lost } = await writeRows(db, area, free, by)
    summary.added += added
    for (const { row, reason } of bad) refuse(row, [reason])
    if (lost.length > 0) await bringIn(lost)
  }

  const settleConflicts = async (conflicts: Conflict[]): Promise<void> => {
    summary.differing += conflicts.length
    const called = await names.namesOf(conflicts.flatMap((conflict) => namedIn(area, conflict)))
    for (const conflict of conflicts) {
      const { row, here } = conflict
      const sample = sampleOf(area, conflict, here !== null && maySee(here), called)
      if (summary.samples.length < maxSamples) summary.samples.push(sample)
      if (onConflict === 'bad') refuse(row, reasonsOf(sample))
      if (onConflict === 'keep') kept.push(badOf(row, reasonsOf(sample)))
    }
    if (onConflict === 'keep') summary.conflicts += conflicts.length
    if (onConflict !== 'overwrite') return
    if (options.dryRun) {
      summary.overwritten += conflicts.length
      return
    }
    const { overwritten, bad } = await overwriteRows(
      db,
      area,
      conflicts,
      by,
      (record) => options.refusal?.(record, ['import', 'update', 'status']) ?? null,
    )
    summary.overwritten += overwritten
    for (const { row, reason } of bad) refuse(row, [reason])
  }

  /** The new ones of these rows, without those whose unique value another record or row has. */
  const withoutTaken = async (rows: ReadyRow[], fresh: Set<ReadyRow>): Promise<ReadyRow[]> => {
    const { unique } = area
    if (!unique) return [...fresh]
    const uniqueOf = ({ record }: ReadyRow) => {
      const value = record[unique.column]
      return value === null ? null : String(value)
    }
    const withValue = rows.filter((row) => fresh.has(row) && uniqueOf(row) !== null)
    const taken = await takenValues(db, area, withValue.map(uniqueOf))
    const takenRows = new Set([...taken].map((at) => withValue[at]))
    return rows.filter((row) => {
      const value = uniqueOf(row)
      const before = value === null ? null : uniqueSeen.add(idKey([textKey(value)]), row.line, 0)
      if (!fresh.has(row)) return false
      if (!before && !takenRows.has(row)) return true
      const reason = before ? `is also on line ${before.first}` : unique.reason
      refuse(row, [{ field: unique.field, reason: `"${value}" ${reason}` }])
      return false
    })
  }

  let isLast = false
  for await (const batch of reading.batches) {
    await importBatch(batch)
    isLast = batch.last
    const rows = batch.rows.length + batch.bad.length
    if (options.signal?.aborted || (options.firstBatchOnly && rows > 0)) break
  }
  if (summary.added >= minTidied && !options.dryRun) {
    await analyze(db, [area.table, 'imported_rows'])
    await foldDeltas(db)
  }
  return { ...summary, interrupted: !isLast }
}
