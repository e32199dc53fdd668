import { sql } from 'kysely'
import type { Db } from '../connection/connection.ts'

/** Search indexes take in what waits, the planner learns sizes; the embedded engine does that only when asked. */
export async function analyze(db: Db, tables: readonly string[]): Promise<void> {
  for (const table of tables) await sql`vacuum analyze ${sql.table(table)}`.execute(db)
}
