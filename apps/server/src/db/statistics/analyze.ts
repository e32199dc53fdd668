import { sql } from 'kysely'
import type { Db } from '../connection/connection.ts'

/** Merges pending entries of search indexes and updates statistics; the embedded engine does so only on request. */
export async function analyze(db: Db, tables: readonly string[]): Promise<void> {
  for (const table of tables) await sql`vacuum analyze ${sql.table(table)}`.execute(db)
}
