import { sql } from 'kysely'
import type { Db } from './connection.ts'

/** Resolves once the database has answered. @throws where it can't be asked */
export async function ping(db: Db): Promise<void> {
  await sql`select 1`.execute(db)
}
