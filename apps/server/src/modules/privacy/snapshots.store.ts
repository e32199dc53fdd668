import { sql } from 'kysely'
import type { Db } from '../../db/connection/connection.ts'
import { queryAll, queryNumber } from '../../db/connection/query.ts'
import { dropSnapshot } from '../../db/time-travel/prepare.ts'
import type { Snapshot } from '../../db/time-travel/snapshot.ts'

export const countSnapshots = (db: Db) => queryNumber(db)`select count(*) from snapshots`

/** Drops the lists that are prepared as of past moments: they hold what people were called; returns how many. */
export async function dropSnapshots(tx: Db): Promise<number> {
  const all = await queryAll(tx)<Pick<Snapshot, 'id' | 'table'>>`
    select id, area as table from snapshots`
  for (const each of all) await dropSnapshot(tx, each)
  return all.length
}

/** Forgets who uploaded pictures; those that a record shows stay. */
export const forgetUploader = (tx: Db, person: string) =>
  sql`update uploaded_pictures set user_id = null where user_id = ${person}::uuid`.execute(tx)
