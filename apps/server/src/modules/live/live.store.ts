import type { AuditAction, AuditArea } from '@steward/contract/audit-log.routes'
import type { UserType } from '@steward/contract/users'
import { sql } from 'kysely'
import type { Db } from '../../db/connection.ts'

/** An entry of the audit log, as far as live changes tell of it. */
export interface LiveEntry {
  seal: number
  id: number
  at: string
  area: AuditArea
  action: AuditAction
  record_id: string | null
  /** Of a user. */
  type: UserType | null
  record_count: number
}

/** The end of the audit log, as far as it is sealed. */
export interface LogEnd {
  /** The number of the last seal; 0 where there is none. */
  seal: number
  /** Its last entry, and when that was written; null where there is none. */
  entry: number | null
  at: string | null
}

/** Where the audit log ends now. */
export async function logEnd(db: Db): Promise<LogEnd> {
  const { rows } = await sql<LogEnd>`
    select last.seal, last.entry, entry.at
    from (
      select no as seal, entries[cardinality(entries)] as entry
      from audit_seals order by no desc limit 1
    ) as last
    left join audit_entries as entry on entry.id = last.entry
  `.execute(db)
  return rows[0] ?? { seal: 0, entry: null, at: null }
}

/** Seals that are looked through for an entry that a client names. */
const mostLookedAt = 50

/** The seal that holds an entry; undefined where there is none. */
export async function sealOf(db: Db, entry: number): Promise<number | undefined> {
  const { rows } = await sql<{ no: number }>`
    select no from (
      select no, entries from audit_seals where entries[cardinality(entries)] >= ${entry}
      order by entries[cardinality(entries)] limit ${sql.lit(mostLookedAt)}
    ) as seal
    where ${entry} = any (entries)
  `.execute(db)
  return rows[0]?.no
}

/** What some seals hold, in their order. @param after the last seal before them */
export async function entriesAfter(db: Db, after: number, most: number): Promise<LiveEntry[]> {
  const { rows } = await sql<LiveEntry>`
    select seal.no as seal, entry.id, entry.at, entry.area, entry.action, entry.record_id,
      entry.record_count,
      coalesce(entry.after ->> 'type', entry.before ->> 'type', person.type) as type
    from (select no, entries from audit_seals where no > ${after} order by no limit 20) as seal
    cross join lateral unnest(seal.entries) with ordinality as sealed (id, place)
    join audit_entries as entry on entry.id = sealed.id
    left join users as person on entry.area = 'users' and person.id = entry.record_id
    order by seal.no, sealed.place limit ${most}::int
  `.execute(db)
  return rows
}
