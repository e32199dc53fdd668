import { isDeepStrictEqual } from 'node:util'
import { sql } from 'kysely'
import type { Db } from '../db/connection.ts'
import { write } from '../db/write.ts'
import type { ImportedArea, Reason } from './fields.ts'
import { type ImportedBy, type ReadyRow, refusalOf } from './rows.store.ts'
import { BadField } from './values.ts'

/** A conflict: a row with an id that its source gave to a record that is here, of which it says something else. */
export interface Conflict {
  row: ReadyRow
  recordId: string
  /** The record as it stands; null where it is deleted permanently. */
  here: Record<string, unknown> | null
  /** The columns that differ. */
  columns: readonly string[]
}

/** Rows by what is known of their keys. */
export interface Sorted {
  fresh: ReadyRow[]
  /** As many came in before, and say the same. */
  already: number
  conflicts: Conflict[]
  /** Rows that came in before sources had names, or before it was kept what they said. */
  adopted: ReadyRow[]
  /** Of the fresh ones, those whose ids other sources know, by source. */
  elsewhere: Record<string, number>
}

interface Known {
  key: string
  source: string
  record_id: string
  content: string | null
}

/**
 * Tells rows that are new from those that came in before, and of these the ones that say something else now.
 * A row without an id is its own name: it can't say anything else.
 */
export async function sortRows(
  db: Db,
  area: ImportedArea,
  source: string,
  rows: readonly ReadyRow[],
): Promise<Sorted> {
  const sorted: Sorted = { fresh: [], already: 0, conflicts: [], adopted: [], elsewhere: {} }
  const known = Map.groupBy(
    await knownKeys(
      db,
      area,
      rows.map(({ key }) => key),
    ),
    ({ key }) => key,
  )
  const changed: { row: ReadyRow; recordId: string }[] = []
  for (const row of rows) {
    const all = known.get(row.key) ?? []
    const own =
      row.id === null
        ? all[0]
        : (all.find((each) => each.source === source) ?? all.find((each) => each.source === ''))
    if (!own) {
      sorted.fresh.push(row)
      const [other] = all
      if (other) sorted.elsewhere[other.source] = (sorted.elsewhere[other.source] ?? 0) + 1
    } else if (row.id === null) sorted.already += 1
    else if (own.content === row.content) {
      sorted.already += 1
      if (own.source !== source) sorted.adopted.push(row)
    } else changed.push({ row, recordId: own.record_id })
  }
  const records = await recordsOf(
    db,
    area,
    changed.map(({ recordId }) => recordId),
  )
  for (const { row, recordId } of changed) {
    const here = records.get(recordId) ?? null
    const columns = row.columns.filter(
      (column) => here === null || !isDeepStrictEqual(here[column], row.record[column] ?? null),
    )
    if (columns.length > 0) sorted.conflicts.push({ row, recordId, here, columns })
    else {
      sorted.already += 1
      sorted.adopted.push(row)
    }
  }
  return sorted
}

async function knownKeys(db: Db, area: ImportedArea, keys: readonly string[]): Promise<Known[]> {
  if (keys.length === 0) return []
  const { rows } = await sql<Known>`
    select encode(key, 'hex') as key, source, record_id, encode(content, 'hex') as content
    from imported_rows
    where area = ${area.name}
      and key in (select decode(k, 'hex') from json_array_elements_text(${JSON.stringify(keys)}::json) k)
    order by imported_at
  `.execute(db)
  return rows
}

async function recordsOf(db: Db, area: ImportedArea, ids: readonly string[]) {
  if (ids.length === 0) return new Map<string, Record<string, unknown>>()
  const { rows } = await sql<Record<string, unknown>>`
    select * from ${sql.table(area.table)} where id = any(${ids}::uuid[])
  `.execute(db)
  return new Map(rows.map((row) => [String(row['id']), row]))
}

/** Notes what rows say that are known already, and under their source from now on. */
export async function adoptRows(
  db: Db,
  area: ImportedArea,
  source: string,
  rows: readonly ReadyRow[],
): Promise<void> {
  if (rows.length === 0) return
  const said = rows.map(({ key, content }) => ({ key, content }))
  await sql`
    update imported_rows as r set source = ${source}, content = decode(k.content, 'hex')
    from json_to_recordset(${JSON.stringify(said)}::json) as k(key text, content text)
    where r.area = ${area.name} and r.key = decode(k.key, 'hex') and r.source in ('', ${source})
      and not exists (
        select from imported_rows as own
        where own.area = r.area and own.key = r.key and own.source = ${source} and own.source <> r.source
      )
  `.execute(db)
}

/**
 * Overwrites records with what rows say of them, each or none, in one transaction.
 * @param refusal why a record, as it stands or as it would, may not be changed by whoever imports
 */
export async function overwriteRows(
  db: Db,
  area: ImportedArea,
  conflicts: readonly Conflict[],
  by: ImportedBy,
  refusal: (record: Record<string, unknown>) => Reason | null,
): Promise<{ overwritten: number; bad: { row: ReadyRow; reason: Reason }[] }> {
  if (conflicts.length === 0) return { overwritten: 0, bad: [] }
  return await write(db, by.actor, async ({ tx, lock, update, attempt }) => {
    const bad: { row: ReadyRow; reason: Reason }[] = []
    // All are locked at once, in one order.
    const locked = await lock(
      area.table,
      conflicts.map(({ recordId }) => recordId),
    )
    const records = new Map(locked.map((record) => [record.id as string, record]))
    for (const { row, recordId, columns } of conflicts) {
      const record = records.get(recordId)
      const patch = Object.fromEntries(
        columns.map((column) => [column, row.record[column] ?? null]),
      )
      const reason = record ? whyNot(area, record, patch, refusal) : gone('deleted permanently')
      if (!record || reason) {
        bad.push({ row, reason: reason ?? gone('deleted permanently') })
        continue
      }
      try {
        await attempt(async () => {
          await update(area.table, [record] as never, patch as never)
          await sql`
            update imported_rows set source = ${by.source}, content = decode(${row.content}, 'hex'), job_id = ${by.job}::uuid
            where area = ${area.name} and key = decode(${row.key}, 'hex') and record_id = ${recordId}
          `.execute(tx)
        })
      } catch (error) {
        const refused = refusalOf(error, area)
        if (!refused) throw error
        bad.push({ row, reason: refused })
      }
    }
    return { overwritten: conflicts.length - bad.length, bad }
  })
}

const gone = (how: string): Reason => ({
  field: '',
  reason: `has the id of a record that is ${how}`,
})

function whyNot(
  area: ImportedArea,
  record: Record<string, unknown>,
  patch: Record<string, unknown>,
  refusal: (record: Record<string, unknown>) => Reason | null,
): Reason | null {
  if (record['deleted_at']) return gone('deleted; restore it first')
  try {
    area.mayOverwrite?.(record, patch)
  } catch (error) {
    if (!(error instanceof BadField)) throw error
    return { field: error.field, reason: error.message }
  }
  return refusal(record) ?? refusal({ ...record, ...patch })
}
