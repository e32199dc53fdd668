import type { AuditAction, AuditArea } from '@steward/contract/audit-log/audit-log.routes'
import type { UserType } from '@steward/contract/users/users'
import { type SqlBool, sql } from 'kysely'
import type { Db } from '../../db/connection/connection.ts'
import { queryAll, queryColumn, queryFirst } from '../../db/connection/query.ts'
import { type Condition, where, withIds } from '../../db/filters/conditions.ts'
import { type AuditRow, auditListing } from '../audit-log/audit-log.store.ts'
import { sealsFrom } from '../audit-log/sealed-entries.store.ts'

/** An entry that is looked at for webhooks. */
export interface LoggedEntry {
  id: number
  at: string
  seal: number
  area: AuditArea
  action: AuditAction
  person_types: UserType[] | null
  record_id: string | null
  record_count: number
}

const looked = sql`t.id, t.at, t.area, t.action, t.person_types, t.record_id, t.record_count`

/** The entries of whole seals behind one, in their order, until there are `enough`. */
export const entriesAfterSeal = (db: Db, seal: number, enough: number) =>
  queryAll(db)<LoggedEntry>`
    select ${looked}, seal.no as seal
    from ${sealsFrom(seal + 1)}
    where seal.earlier < ${enough}
    order by seal.no, sealed.nth`

const sealed = sql<SqlBool>`(t.id <= (select settled from audit_sealing)
  or t.id = any(array(select unnest(above) from audit_sealing)))`

/** The sealed entries of a span behind one of them, in the order of time. */
export const entriesInSpan = (
  db: Db,
  { from, after, to }: { from: string; after: number | null; to: string },
  max: number,
) =>
  queryAll(db)<LoggedEntry>`
    select ${looked}, 0 as seal from audit_entries as t
    where (t.at, t.id) > (${from}::timestamptz, ${after ?? 0}::bigint) and t.at <= ${to}::timestamptz
      and ${sealed}
    order by t.at, t.id limit ${max}::int`

/** Which of these records a list's conditions match, in the order given. */
export async function matchingIds(
  db: Db,
  table: string,
  conditions: readonly Condition[],
  ids: readonly string[],
): Promise<string[]> {
  const found = await queryColumn(db)`
    select t.id from ${sql.table(table)} as t ${where([...conditions, withIds(ids)])}`
  const among = new Set(found)
  return ids.filter((id) => among.has(id))
}

/** An entry as the audit log lists it, with the types of people that it concerns. */
export const findEntry = (db: Db, id: number) =>
  queryFirst(db)<AuditRow & { person_types: UserType[] | null }>`
    select ${auditListing.columns}, t.person_types from audit_entries as t where t.id = ${id}`

/** The records that a batch entry made, in their order. */
export const recordsOfBatch = (db: Db, entry: number, max: number) =>
  queryColumn(db)`
    select record_id from audit_batch_records where entry_id = ${entry} order by place limit ${max}::int`
