import { sql } from 'kysely'
import type { Db } from '../../db/connection/connection.ts'
import type { Actor } from '../../db/write/audit.ts'
import { write } from '../../db/write/write.ts'
import type { Candidate } from '../drafts/reading.ts'
import type { ImportedArea, Reason } from '../fields.ts'

/** Who imports, in which job if any, and the source whose ids the file has. */
export interface ImportedBy {
  actor: Actor
  job: string | null
  source: string
}

export async function takenValues(
  db: Db,
  { table, unique }: ImportedArea,
  values: readonly string[],
): Promise<Set<string>> {
  if (!unique || values.length === 0) return new Set()
  const column = sql.ref(unique.column)
  const same = unique.anyCase
    ? sql`steward_key(${column}) = steward_key(v.value)`
    : sql`${column} = v.value`
  const { rows } = await sql<{ value: string }>`
    select v.value from json_array_elements_text(${JSON.stringify(values)}::json) as v(value)
    where exists (select from ${sql.table(table)} where ${same} and deleted_at is null)
  `.execute(db)
  return new Set(rows.map(({ value }) => value))
}

/** Inserts rows in one transaction; halves the batch to find a refused row, which gets the reason. */
export async function writeRows(
  db: Db,
  area: ImportedArea,
  rows: readonly Candidate[],
  by: ImportedBy,
): Promise<{ added: number; lost: Candidate[] }> {
  const [first] = rows
  if (!first) return { added: 0, lost: [] }
  try {
    const mine = await writeTogether(db, area, rows, by)
    return { added: mine.size, lost: rows.filter(({ key }) => !mine.has(key)) }
  } catch (error) {
    const reason = refusalOf(error, area)
    if (rows.length === 1) {
      first.reasons.push(reason)
      return { added: 0, lost: [] }
    }
    const half = Math.ceil(rows.length / 2)
    const one = await writeRows(db, area, rows.slice(0, half), by)
    const two = await writeRows(db, area, rows.slice(half), by)
    return { added: one.added + two.added, lost: [...one.lost, ...two.lost] }
  }
}

async function writeTogether(
  db: Db,
  area: ImportedArea,
  rows: readonly Candidate[],
  by: ImportedBy,
): Promise<Set<string>> {
  return await write(db, by.actor, async ({ tx, insert }) => {
    const keys = rows.map(({ key, id, content, record }) => ({
      key,
      // A row without an id is recognized whatever the source.
      source: id === null ? '' : by.source,
      content,
      id: record['id'],
    }))
    // Insert in one order, so that two imports of one file wait for each other without a deadlock.
    const claimed = await sql<{ key: string }>`
      insert into imported_rows (area, key, source, content, record_id, job_id)
      select ${area.name}, decode(k.key, 'hex'), k.source, decode(k.content, 'hex'), k.id, ${by.job}::uuid
      from json_to_recordset(${JSON.stringify(keys)}::json)
        as k(key text, source text, content text, id uuid)
      order by 2
      on conflict do nothing
      returning encode(key, 'hex') as key
    `.execute(tx)
    const mine = new Set(claimed.rows.map(({ key }) => key))
    const fresh = rows
      .filter(({ key }) => mine.has(key))
      .map(({ record }) => ({ ...record, imported: true }))
    await insert(area.table, ((await area.complete?.(tx, fresh)) ?? fresh) as never)
    return mine
  })
}

/** The reason for a row that the database refused; rethrows any error that isn't about the row. */
export function refusalOf(error: unknown, { unique }: ImportedArea): Reason {
  const { code, constraint, message } = error as Record<string, string | undefined>
  if (!code || !/^2[23]/.test(code)) throw error
  if (code === '23505' && unique && constraint?.includes(unique.field))
    return { field: unique.field, reason: unique.reason }
  return { field: '', reason: `is refused by the database: ${message ?? code}` }
}
