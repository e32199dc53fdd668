import { sql } from 'kysely'
import type { Actor } from '../db/audit.ts'
import type { Db } from '../db/connection.ts'
import { write } from '../db/write.ts'
import type { ImportedArea, Reason } from './fields.ts'
import type { Cells } from './reading.ts'

/** A row ready to go in. */
export interface ReadyRow {
  line: number
  raw: string
  /** Hexadecimal. */
  key: string
  /** What its id columns hold; null for a row that is its own name. */
  id: string | null
  /** Of what it says of its record; hexadecimal. */
  content: string
  record: Record<string, unknown>
  /** Columns of the record that it says something of. */
  columns: readonly string[]
  cells?: Cells
}

/** In whose name rows go in, the job that brings them, if one does, and the source that their ids are of. */
export interface ImportedBy {
  actor: Actor
  job: string | null
  source: string
}

/** What became of rows. */
export interface Written {
  added: number
  /** Rows that another import has brought in meanwhile. */
  lost: ReadyRow[]
  bad: { row: ReadyRow; reason: Reason }[]
}

/** Which of these texts are taken, by their place in the list. */
export async function takenValues(
  db: Db,
  area: ImportedArea,
  values: readonly string[],
): Promise<Set<number>> {
  const { table, unique } = area
  if (!unique || values.length === 0) return new Set()
  const column = sql.ref(unique.column)
  const same = unique.anyCase
    ? sql`steward_key(${column}) = steward_key(v.value)`
    : sql`${column} = v.value`
  const { rows } = await sql<{ at: number }>`
    select v.at - 1 as at
    from json_array_elements_text(${JSON.stringify(values)}::json) with ordinality as v(value, at)
    where exists (select from ${sql.table(table)} where ${same} and deleted_at is null)
  `.execute(db)
  return new Set(rows.map(({ at }) => at))
}

/**
 * Writes rows with their keys in one transaction, so that a row is in with its key or not at all.
 * Where the database refuses one, it is found by halves and told; the others go in.
 */
export async function writeRows(
  db: Db,
  area: ImportedArea,
  rows: readonly ReadyRow[],
  by: ImportedBy,
): Promise<Written> {
  if (rows.length === 0) return { added: 0, lost: [], bad: [] }
  try {
    const mine = await writeTogether(db, area, rows, by)
    const lost = rows.filter(({ key }) => !mine.has(key))
    return { added: mine.size, lost, bad: [] }
  } catch (error) {
    const refusal = refusalOf(error, area)
    if (!refusal) throw error
    const [first] = rows
    if (rows.length === 1 && first)
      return { added: 0, lost: [], bad: [{ row: first, reason: refusal }] }
    const half = Math.ceil(rows.length / 2)
    const one = await writeRows(db, area, rows.slice(0, half), by)
    const two = await writeRows(db, area, rows.slice(half), by)
    return {
      added: one.added + two.added,
      lost: [...one.lost, ...two.lost],
      bad: [...one.bad, ...two.bad],
    }
  }
}

async function writeTogether(
  db: Db,
  area: ImportedArea,
  rows: readonly ReadyRow[],
  by: ImportedBy,
): Promise<Set<string>> {
  return await write(db, by.actor, async ({ tx, insert }) => {
    const keys = rows.map(({ key, id, content, record }) => ({
      key,
      // A row that is its own name is the same from wherever it comes.
      source: id === null ? '' : by.source,
      content,
      id: record['id'],
    }))
    // In one order, so that two imports of one file wait for each other instead of locking up.
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

/** What a refusal by the database means for a row; null where it is no matter of the row. */
export function refusalOf(error: unknown, area: ImportedArea): Reason | null {
  const { code, constraint, message } = error as {
    code?: string
    constraint?: string
    message?: string
  }
  if (!code || !/^2[23]/.test(code)) return null
  const { unique } = area
  if (code === '23505' && unique && constraint?.includes(unique.field)) {
    return { field: unique.field, reason: unique.reason }
  }
  return { field: '', reason: `is refused by the database: ${message ?? code}` }
}
