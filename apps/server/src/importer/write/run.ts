import { say } from '@steward/i18n/sentence'
import type { Db } from '../../db/connection/connection.ts'
import { foldDeltas } from '../../db/counts/deltas.ts'
import { analyze } from '../../db/statistics/analyze.ts'
import {
  type AuditEvent,
  auditAreaOf,
  type Change,
  personTypesIn,
} from '../../db/write/audit-lines.ts'
import type { Scope } from '../../db/write/scope.ts'
import { newId } from '../../ids.ts'
import { textKey } from '../../text-key.ts'
import type { ImportAction, ImportedArea, Reason } from '../fields.ts'
import { idKey } from '../keys.ts'
import type { ConflictSample, OnConflict } from '../options.ts'
import { settleNames } from '../parse/candidate.ts'
import { FingerprintSet } from '../parse/fingerprints.ts'
import type { BadRow, Candidate, ReadBatch, Reading } from '../parse/read-batches.ts'
import { ofValue } from '../values.ts'
import { namedIn, reasonsOf, sampleOf, unchangeable } from './conflicts.ts'
import { type Finder, openNames } from './names.store.ts'
import {
  adoptRows,
  type Conflict,
  type ImportedBy,
  overwriteRows,
  sortRows,
  takenValues,
  writeRows,
} from './rows.store.ts'

export interface ImportOptions {
  dryRun?: boolean
  firstBatchOnly?: boolean
  by?: Omit<ImportedBy, 'source'>
  source?: string
  /** What to do with a row whose id belongs to a record with other content; `keep` unless given. */
  onConflict?: OnConflict
  /** Whether the importing person may see an existing record; all unless given. */
  maySee?: (record: Record<string, unknown>) => boolean
  /** The rows and fields that the importing person sees; all unless given. */
  scope?: () => Scope | null
  /** Limits whom the names in rows can match; everybody unless given. */
  finder?: Finder
  /** Why a valid record may not be imported, for example for lack of a permission. */
  refusal?: (record: Record<string, unknown>, actions: readonly ImportAction[]) => Reason | null
  signal?: AbortSignal
  onBad?: (row: BadRow) => void | Promise<void>
  /** Called with rows that were skipped because an existing record with their id was kept. */
  onKept?: (row: BadRow) => void | Promise<void>
  onProgress?: (counts: Readonly<ImportCounts>) => void
  /** Called in a dry run with each record that would be added or overwritten. */
  onChange?: (change: Change) => void
}

const maxSamples = 20

const minTidied = 500

export const noCounts = () => ({
  read: 0,
  added: 0,
  /** The number of rows that were imported before with the same content. */
  already: 0,
  /** The number of rows whose id belongs to a record with other content, which was kept. */
  conflicts: 0,
  /** The number of rows whose records were overwritten. */
  overwritten: 0,
  bad: 0,
  bytes: 0,
})

export type ImportCounts = ReturnType<typeof noCounts>

/** The audit event of an import's beginning; all that it adds is in the same batch. */
export const importBegun = ({ key, table }: ImportedArea, fileName: string): AuditEvent => ({
  action: 'import',
  area: auditAreaOf(table),
  personTypes: personTypesIn(key),
  detail: fileName.slice(0, 200),
})

/** Imports a file in batches. It is idempotent: known rows are skipped. Throws an OperatorError if it can't be read. */
export async function runImport(db: Db, reading: Reading, options: ImportOptions) {
  try {
    const run = await startRun(db, reading.area, options)
    await importFrom(run, reading)
    return run.summary
  } finally {
    await reading.close?.()
  }
}

async function startRun(db: Db, area: ImportedArea, options: ImportOptions) {
  const { source = '', dryRun = false } = options
  const by = options.by ?? { actor: { system: 'import', batch: newId() } as const, job: null }
  return {
    db,
    area,
    options,
    dryRun,
    names: await openNames(db, source, options.finder),
    /** Who imports, within the scope that they have now. */
    get by() {
      const scope = options.scope?.() ?? null
      const actor = 'user' in by.actor ? { ...by.actor, scope } : by.actor
      return { ...by, actor, source }
    },
    summary: {
      ...noCounts(),
      interrupted: true,
      differing: 0,
      samples: [] as ConflictSample[],
      /** How many of the added rows have an id that another source has used, by source. */
      elsewhere: {} as Record<string, number>,
    },
    kept: new Set<BadRow>(),
    uniqueSeen: new FingerprintSet(),
  }
}

type Run = Awaited<ReturnType<typeof startRun>>
export type Summary = Run['summary']

/** How many batches are written at a time, so that the server's cores and the database's all have work. */
const maxWriting = 2

async function importFrom(run: Run, reading: Reading): Promise<void> {
  const { db, area, options, summary } = run
  const writing: Promise<void>[] = []
  const begin = (written: Promise<void>) => {
    writing.push(written)
    // It is awaited later.
    written.catch(() => {})
  }
  try {
    for await (const batch of reading.batches) {
      const prepared = await prepareBatch(run, batch)
      if (writing.length === maxWriting) await writing.shift()
      begin(writeBatch(run, batch, prepared, writing.at(-1)))
      const rows = batch.rows.length + batch.bad.length
      if (options.signal?.aborted || (options.firstBatchOnly && rows > 0)) break
    }
  } finally {
    await Promise.allSettled(writing)
  }
  await Promise.all(writing)
  if (summary.added >= minTidied && !run.dryRun) {
    await analyze(db, [area.table, 'imported_rows'])
    await foldDeltas(db)
  }
}

const isGood = ({ reasons }: BadRow) => reasons.length === 0

/** Finds which rows of a batch are good and new; one batch after the other, since a value may be on two lines. */
async function prepareBatch(run: Run, batch: ReadBatch): Promise<PreparedRows> {
  const { area, options, names } = run
  const isPerson = (field: string) => area.fields[field]?.reader.kind === 'person'
  const named = batch.rows.flatMap((row) => row.names)
  await names.find(named.filter(({ field }) => isPerson(field)).map(({ text }) => text))
  for (const row of batch.rows) {
    settleNames(row, area, names)
    const refusal = isGood(row) ? options.refusal?.(row.record, ['import']) : null
    if (refusal) row.reasons.push(refusal)
  }
  return await prepareRows(run, batch.rows.filter(isGood))
}

/** Writes a batch, and reports it after the batch before. */
async function writeBatch(
  run: Run,
  batch: ReadBatch,
  prepared: PreparedRows,
  before: Promise<void> | undefined,
): Promise<void> {
  const { options, summary, kept } = run
  await writePrepared(run, prepared)
  await before
  summary.read += batch.read
  summary.already += batch.already
  summary.bytes = batch.bytes
  const left = [...batch.bad, ...batch.rows].filter((row) => !isGood(row))
  for (const row of left.sort((a, b) => a.line - b.line)) {
    if (kept.delete(row)) await options.onKept?.(row)
    else {
      summary.bad += 1
      await options.onBad?.(row)
    }
  }
  options.onProgress?.(summary)
  summary.interrupted = !batch.last
}

interface PreparedRows {
  /** New rows. */
  free: Candidate[]
  /** Rows that are there, and are to be known by the id of this source. */
  adopted: Candidate[]
}

async function prepareRows(run: Run, rows: readonly Candidate[]): Promise<PreparedRows> {
  const { summary } = run
  if (rows.length === 0) return { free: [], adopted: [] }
  const sorted = await sortRows(run, rows, run.options.scope?.() ?? null)
  summary.already += sorted.already
  for (const [other, n] of Object.entries(sorted.elsewhere))
    summary.elsewhere[other] = (summary.elsewhere[other] ?? 0) + n
  await settleConflicts(run, sorted.conflicts)
  await refuseTaken(run, rows, new Set(sorted.fresh))
  return { free: sorted.fresh.filter(isGood), adopted: sorted.adopted }
}

async function writePrepared(run: Run, { free, adopted }: PreparedRows): Promise<void> {
  const { area, dryRun, options, summary } = run
  if (dryRun) {
    summary.added += free.length
    for (const { record } of free)
      options.onChange?.({ table: area.table, before: null, after: record })
    return
  }
  await adoptRows(run, adopted)
  const { added, lost } = await writeRows(run, free)
  summary.added += added
  if (lost.length > 0) await writePrepared(run, await prepareRows(run, lost))
}

async function settleConflicts(run: Run, conflicts: readonly Conflict[]): Promise<void> {
  const { area, options, names, summary, kept } = run
  const { onConflict = 'keep', maySee = () => true, refusal = () => null } = options
  summary.differing += conflicts.length
  const called = await names.namesOf(conflicts.flatMap((conflict) => namedIn(area, conflict)))
  const hidden = options.scope?.()?.hiddenColumns(area.table) ?? []
  for (const conflict of conflicts) {
    const { row, here } = conflict
    const isShown = here !== null && maySee(here)
    const sample = sampleOf(area, conflict, { isShown, hidden }, called)
    if (summary.samples.length < maxSamples) summary.samples.push(sample)
    if (onConflict !== 'overwrite') row.reasons.push(...reasonsOf(sample))
    // Whether it would change a hidden field isn't told.
    else row.reasons.push(...unchangeable(area, conflict, hidden))
    if (onConflict === 'keep') kept.add(row)
  }
  if (onConflict === 'keep') summary.conflicts += conflicts.length
  if (onConflict !== 'overwrite') return
  const good = conflicts.filter(({ row }) => isGood(row))
  if (run.dryRun) for (const conflict of good) tellOverwriting(run, conflict)
  else await overwriteRows(run, good, (record) => refusal(record, ['import', 'update', 'status']))
  summary.overwritten += conflicts.filter(({ row }) => isGood(row)).length
}

function tellOverwriting({ area, options }: Run, { row, here, columns }: Conflict): void {
  if (!here) return
  const values = columns.map((column) => [column, row.record[column] ?? null])
  const after = { ...here, ...Object.fromEntries(values) }
  options.onChange?.({ table: area.table, before: here, after })
}

async function refuseTaken(run: Run, rows: readonly Candidate[], fresh: ReadonlySet<Candidate>) {
  const { unique } = run.area
  if (!unique) return
  const values = rows.flatMap((row) => {
    const value = row.record[unique.column]
    return value === null ? [] : [{ row, value: String(value) }]
  })
  const asked = values.flatMap(({ row, value }) => (fresh.has(row) ? [value] : []))
  const taken = await takenValues(run, asked)
  for (const { row, value } of values) {
    const before = run.uniqueSeen.add(idKey([textKey(value)]), row.line, 0)
    if (!fresh.has(row) || (!before && !taken.has(value))) continue
    const reason = before ? say('is also on line {line}', { line: before.first }) : unique.reason
    row.reasons.push({ field: unique.field, reason: ofValue(value, reason) })
  }
}
