import { sql } from 'kysely'
import type { Db } from '../db/connection/connection.ts'
import { countedTables } from '../db/counts/counted.ts'
import { rebuildCounters } from '../db/counts/verify.ts'

/**
 * Changes records by SQL of a test's own, in bulk or as nobody could by the API; counters follow as after a write.
 * Used as changeBySql(db)`update posts set …`.
 */
export const changeBySql =
  (db: Db) =>
  async (...statement: Parameters<typeof sql>): Promise<void> => {
    await sql(...statement).execute(db)
    await rebuildCounters(db)
    await sql`insert into counter_deltas (area, n) select area, 0 from unnest(${countedTables}::text[]) as area`.execute(
      db,
    )
  }
