import { sql } from 'kysely'
import type { Secrets } from '../secrets.ts'
import type { Db } from './connection/connection.ts'
import { queryAll } from './connection/query.ts'

/** A column of encrypted secrets. */
export interface SealedColumn {
  table: string
  column: string
  /** The column with the uuid of each row. */
  id: string
  /** The context that the secret of a row is encrypted in. */
  contextOf: (id: string) => string
}

/** How many secrets were encrypted anew, and how many open with neither key and stay as they are. */
export interface Resealed {
  resealed: number
  unopened: number
}

const batch = 500
const beforeAll = '00000000-0000-0000-0000-000000000000'

/** Encrypts with the present key what the previous one encrypted; in batches, so that it may run beside servers. */
export async function resealColumns(
  db: Db,
  secrets: Secrets,
  columns: readonly SealedColumn[],
): Promise<Resealed> {
  const sum = { resealed: 0, unopened: 0 }
  for (const column of columns)
    for (let after: string | undefined = beforeAll; after !== undefined; )
      after = await resealSome(db, secrets, column, after, sum)
  return sum
}

/** Returns the last id that was looked at; undefined where there was none. */
const resealSome = (db: Db, secrets: Secrets, of: SealedColumn, after: string, sum: Resealed) =>
  db.transaction().execute(async (tx) => {
    const [table, column, id] = [sql.table(of.table), sql.ref(of.column), sql.ref(of.id)]
    const rows = await queryAll(tx)<{ id: string; sealed: Buffer }>`
      select ${id} as id, ${column} as sealed from ${table}
      where ${column} is not null and ${id} > ${after}::uuid
      order by ${id} limit ${batch}::int for update`
    for (const row of rows) {
      const again = resealed(secrets, row.sealed, of.contextOf(row.id))
      if (again === undefined) sum.unopened += 1
      if (!again) continue
      sum.resealed += 1
      await sql`update ${table} set ${column} = ${again} where ${id} = ${row.id}`.execute(tx)
    }
    return rows.at(-1)?.id
  })

/** Null for what the present key encrypted, undefined for what doesn't open. */
function resealed(secrets: Secrets, sealed: Buffer, context: string): Buffer | null | undefined {
  try {
    return secrets.reseal(sealed, context)
  } catch {
    return undefined
  }
}
