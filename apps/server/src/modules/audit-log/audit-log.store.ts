import type { AuditAction, AuditArea, AuditDoor } from '@steward/contract/audit-log.routes'
import type { QueryOf } from '@steward/contract/endpoints'
import type { UserType } from '@steward/contract/users'
import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { among, between, type Condition, where } from '../../db/conditions.ts'
import type { Db } from '../../db/connection.ts'
import { listPage } from '../../db/list-page.ts'
import { type Listing, type Page, plain } from '../../db/listing.ts'

/** An entry of the audit log; `before` and `after` hold columns. */
export interface AuditRow {
  id: number
  at: string
  actor_id: string | null
  actor_name: string | null
  role_id: string | null
  role_name: string | null
  through: AuditDoor
  address: string | null
  action: AuditAction
  area: AuditArea
  record_id: string | null
  title: string | null
  before: Columns | null
  after: Columns | null
  detail: string | null
  batch: string | null
  undoes: number | null
  undone_by: number | null
  record_count: number
}

/** Columns of a record, by their names. */
export type Columns = Record<string, unknown>

/** Columns of `audit_counts`, by what a condition calls them. */
const counted: Record<string, string> = { area: 'area', action: 'action', actor: 'actor_id' }

/** What is sealed is counted already; what is not is little. */
function totalOf(conditions: readonly Condition[]): RawBuilder<number> | undefined {
  const kept = conditions.map(({ facet }) => {
    const column = facet && counted[facet.name]
    return (
      column && sql<SqlBool>`${sql.ref(column)}::text = any(${facet.values as string[]}::text[])`
    )
  })
  if (!kept.every((each) => each !== undefined && each !== '')) return undefined
  const unsealed = [
    { sql: sql<SqlBool>`t.id > (select settled from audit_sealing)` },
    { sql: sql<SqlBool>`t.id not in (select unnest(above) from audit_sealing)` },
    ...conditions,
  ]
  const which = kept.length > 0 ? sql`where ${sql.join(kept, sql` and `)}` : sql``
  return sql<number>`(
    (select coalesce(sum(n), 0)::bigint from audit_counts ${which})
    + (select count(*) from audit_entries as t ${where(unsealed)}))`
}

/** How the audit log is listed. */
export const auditListing: Listing = {
  table: 'audit_entries',
  columns: sql`
    t.id, t.at, t.actor_id, t.actor_name, t.role_id, t.role_name, t.through, t.address, t.action,
    t.area, t.record_id, t.title, t.before, t.after, t.detail, t.batch, t.undoes, t.record_count,
    steward_undone_by(t.id) as undone_by`,
  sorts: { at: { by: plain('at') } },
  total: totalOf,
}

/** What a person may see of the audit log: areas, and of people those of some types. */
export interface Visible {
  areas: readonly AuditArea[]
  types: readonly UserType[]
  /** Whether that is everything. */
  all: boolean
}

/** Entries of what a person may list. */
export function visibleEntries({ areas, types, all }: Visible): Condition[] {
  if (all) return []
  return [
    ...among('area', areas.length > 0 ? areas : [''], 'area'),
    {
      // Who has been deleted for good is known from the entry alone.
      sql: sql<SqlBool>`(t.area <> 'users' or coalesce(
        (select person.type from users as person where person.id = t.record_id),
        t.before ->> 'type', t.after ->> 'type', 'member') = any(${types}::text[]))`,
    },
  ]
}

/** A page of the audit log (contract, Of the journal and the trash). */
export function listAuditLog(
  db: Db,
  query: QueryOf<'auditLog.list'>,
  whatMay: Visible,
): Promise<Page<AuditRow>> {
  return listPage<AuditRow>(db, auditListing, query, [
    ...visibleEntries(whatMay),
    ...among('actor_id', query.actor, 'actor'),
    ...among('area', query.area, 'area'),
    ...among('action', query.action, 'action'),
    ...among('batch', query.batch),
    ...ofRecords(query.record),
    ...between('at', query.from, query.to),
  ])
}

/** Entries about some records: their own, and the frames that tell of their creation. */
export function ofRecords(ids: readonly string[] | undefined): Condition[] {
  if (!ids) return []
  return [
    {
      sql: sql<SqlBool>`t.id = any(array(
        select id from audit_entries where record_id = any(${ids}::uuid[])
        union all
        select entry_id from audit_frame_records where record_id = any(${ids}::uuid[])
      ))`,
    },
  ]
}

/** What frames tell of some records: by the entry, the first of them as it was created. */
export async function findFramed(
  db: Db,
  entries: readonly number[],
  records: readonly string[],
): Promise<Map<number, { id: string; row: Columns }>> {
  const found = await sql<{ entry_id: number; record_id: string; row: Columns }>`
    select framed.entry_id, framed.record_id, entry.records -> framed.place as row
    from audit_frame_records as framed join audit_entries as entry on entry.id = framed.entry_id
    where framed.record_id = any(${records}::uuid[]) and framed.entry_id = any(${entries}::bigint[])
  `.execute(db)
  return new Map(
    found.rows.map(({ entry_id, record_id, row }) => [entry_id, { id: record_id, row }]),
  )
}

/** What records are called that others name, by their `_id`; deleted ones too. */
export async function namesOf(
  db: Db,
  { users, categories, roles }: Record<'users' | 'categories' | 'roles', readonly string[]>,
): Promise<Map<string, string>> {
  const found = await sql<{ id: string; name: string }>`
    select id, name from users where id = any(${users}::uuid[])
    union all select id, name from categories where id = any(${categories}::uuid[])
    union all select id, name from roles where id = any(${roles}::uuid[])
  `.execute(db)
  return new Map(found.rows.map(({ id, name }) => [id, name]))
}
