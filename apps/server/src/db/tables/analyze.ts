import { sql } from 'kysely'
import type { Db } from '../connection/connection.ts'

/**
 * Tidies tables after many rows went in: search indexes take in what waits, and the planner learns how much there is.
 * The embedded engine does that only when asked to. Readers and writers go on meanwhile.
 */
export async function analyze(db: Db, tables: readonly string[]): Promise<void> {
  for (const table of tables) await sql`vacuum analyze ${sql.table(table)}`.execute(db)
}
