import { sql } from 'kysely'
import type { Db } from './connection.ts'

/** Tables that the serving role may only add to. */
const appendOnly = ['audit_entries', 'audit_frame_records', 'audit_seals', 'audit_undos'] as const

/**
 * Gives the role that serves what it needs, and no more: it may read and write records, and only add
 * to the audit log. To be called as the role that owns the tables.
 * @param role the name of the serving role
 */
export async function grantServing(db: Db, role: string): Promise<void> {
  const to = sql.id(role)
  await sql`grant usage on schema public to ${to}`.execute(db)
  await sql`grant select, insert, update, delete on all tables in schema public to ${to}`.execute(
    db,
  )
  await sql`grant usage, select on all sequences in schema public to ${to}`.execute(db)
  await sql`grant execute on all functions in schema public to ${to}`.execute(db)
  for (const table of appendOnly) {
    await sql`revoke update, delete, truncate on ${sql.table(table)} from ${to}`.execute(db)
  }
  // Whether an undo is in effect changes with the next one; which entry it took back never does.
  await sql`grant update (in_effect) on audit_undos to ${to}`.execute(db)
  await sql`revoke insert, update, delete on schema_migrations from ${to}`.execute(db)
}
