import { type AuditArea, auditAreas } from '@steward/contract/audit-log/audit-log.routes'
import type { QueryOf } from '@steward/contract/calls/endpoints'
import { type UserType, userTypes } from '@steward/contract/users/users'
import { type RawBuilder, type Selectable, type SqlBool, sql } from 'kysely'
import type { Db } from '../../db/connection/connection.ts'
import { queryAll } from '../../db/connection/query.ts'
import { among, between, type Condition, where } from '../../db/filters/conditions.ts'
import { type Listing, plain } from '../../db/list/listing.ts'
import { listPage } from '../../db/list/page.ts'
import type { ReadScope } from '../../db/list/state.ts'
import type { Tables } from '../../db/schema/tables.ts'
import { undoneBy } from '../../db/write/undo-depth.ts'
import { entriesWithin, withoutHiddenColumns } from './scoped-entries.store.ts'

export type AuditRow = Omit<
  Selectable<Tables['audit_entries']>,
  'person_types' | 'records' | 'search' | 'internal' | 'state' | 'salt' | 'salts' | 'erased'
> & {
  undone_by: number | null
  /** The paths of values that were erased, such as `before.name`; `records` for rows of a batch. */
  erased: string[] | null
}

export type Columns = Record<string, unknown>

/** Columns that `audit_counts` has as well, so that conditions on them also apply to its counts. */
const counted = ['subject', 'action', 'actor_id']

function totalOf(conditions: readonly Condition[]): RawBuilder<number> | undefined {
  if (!conditions.every(({ facet }) => facet && counted.includes(facet.name))) return undefined
  const unsealed = [
    { sql: sql<SqlBool>`t.id > (select settled from audit_sealing)` },
    { sql: sql<SqlBool>`t.id not in (select unnest(above) from audit_sealing)` },
    ...conditions,
  ]
  return sql<number>`(
    (select coalesce(sum(n), 0)::bigint from audit_counts as t ${where(conditions)})
    + (select count(*) from audit_entries as t ${where(unsealed)}))`
}

/** A column without sort keys, which older entries about categories contain. */
const shownColumns = (columns: 'before' | 'after') => sql`
  case when t.area = 'categories' and not coalesce(t.internal ? 'position', false)
    then nullif(${sql.ref(`t.${columns}`)} - 'position', '{}') else ${sql.ref(`t.${columns}`)} end as ${sql.ref(columns)}`

export const batchRecordRow = sql`
  case when entry.area = 'categories' then (entry.records -> batched.place)::jsonb - 'position'
    else (entry.records -> batched.place)::jsonb end`

const erasedPaths = sql`case when t.erased is not null then array(
  select distinct case when path like 'records.%' then 'records' else path end
  from jsonb_object_keys(t.erased) as path order by 1) end`

/** The columns of an entry as it is shown. */
export const auditColumns = sql`
    t.id, t.at, t.actor_id, t.actor_name, t.role_id, t.role_name, t.through, t.client, t.address, t.action,
    t.area, t.record_id, t.title, ${shownColumns('before')}, ${shownColumns('after')}, t.detail, t.batch, t.undoes, t.record_count, t.via,
    ${undoneBy} as undone_by, ${erasedPaths} as erased`

export const auditListing: Listing = {
  table: 'audit_entries',
  columns: auditColumns,
  sorts: { at: { by: plain('at') } },
  total: totalOf,
}

/** What a person may see: areas, and of people those of these types. */
export interface Visible {
  areas: readonly AuditArea[]
  types: readonly UserType[]
  all: boolean
  /** The rows and fields that they see; null where these aren't narrowed. */
  scope: ReadScope | null
}

/** An entry's area and types of people, as in `audit_entries_subject` and `audit_counts`. */
const subject = sql<string>`(t.area || coalesce(' ' || t.person_types[1], '')
  || coalesce(' ' || t.person_types[2], '') || coalesce(' ' || t.person_types[3], ''))`

/** All sets of user types, each in alphabetical order; the first is empty. */
const typeSets = Array.from({ length: 2 ** userTypes.length }, (_, number) =>
  userTypes.filter((_, place) => Math.floor(number / 2 ** place) % 2 === 1).toSorted(),
)

/** The subjects of an area that a person may see: all types of an entry must be visible. */
function subjectsIn(area: AuditArea, types: readonly UserType[]): string[] {
  if (area !== 'users') return [area]
  const everybody = types.length === userTypes.length
  return typeSets
    .filter((set) => everybody || (set.length > 0 && set.every((type) => types.includes(type))))
    .map((set) => [area, ...set].join(' '))
}

/** The condition of visible areas; `byArea` adds the area for the index of areas and actions. */
function seenIn(
  areas: readonly AuditArea[],
  types: readonly UserType[],
  byArea: boolean,
): Condition {
  const subjects = areas.flatMap((area) => subjectsIn(area, types).map((is) => ({ area, is })))
  const values = subjects.map(({ is }) => is)
  return {
    // Comparing the area alone first is faster and excludes most rows.
    sql: sql<SqlBool>`t.area = any(${areas}::text[]) and ${subject} = any(${values}::text[])`,
    facet: { name: 'subject', values },
    parts: subjects.map(({ area, is }) => {
      const part = sql<SqlBool>`${subject} = ${sql.lit(is)}`
      return byArea ? sql<SqlBool>`t.area = ${sql.lit(area)} and ${part}` : part
    }),
  }
}

/** The conditions of the entries that a person may list. */
export function visibleEntries(
  { areas, types, all, scope }: Visible,
  { area: asked, action }: Pick<QueryOf<'auditLog.list'>, 'area' | 'action'> = {},
): Condition[] {
  if (all && !asked) return entriesWithin(scope)
  const seen = all ? auditAreas : areas
  const wanted = asked ? seen.filter((area) => asked.includes(area)) : seen
  return [seenIn(wanted, all ? userTypes : types, action !== undefined), ...entriesWithin(scope)]
}

/** Lists a page of the audit log (contract, Of the journal and the trash). */
export async function listAuditLog(db: Db, query: QueryOf<'auditLog.list'>, whatMay: Visible) {
  const narrower = [
    ...among('actor_id', query.actor, 'actor_id'),
    ...among('batch', query.batch),
    ...ofRecords(query.record),
  ]
  const visible = visibleEntries(whatMay, query)
  // Each of these has an index of its own, which would be searched for every part.
  const isNarrow = narrower.length > 0 || query.search !== ''
  const { rows, pagination } = await listPage<AuditRow>(db, auditListing, query, [
    ...(isNarrow ? visible.map(asOne) : visible),
    ...narrower,
    ...among('action', query.action, 'action'),
    ...between(plain('at'), query.from, query.to),
  ])
  return { rows: rows.map((row) => withoutHiddenColumns(row, whatMay.scope)), pagination }
}

const asOne = ({ parts: _, ...condition }: Condition): Condition => condition

/** Entries about these records: their own, and batch entries (of many records) that created them. */
export function ofRecords(ids: readonly string[] | undefined): Condition[] {
  if (!ids) return []
  return [
    {
      sql: sql<SqlBool>`t.id = any(array(
        select id from audit_entries where record_id = any(${ids}::uuid[])
        union all
        select entry_id from audit_batch_records where record_id = any(${ids}::uuid[])
      ))`,
    },
  ]
}

/** Finds the records within batch entries, by entry; the first of each record is as it was created. */
export async function findBatchRecords(
  db: Db,
  entries: readonly number[],
  records: readonly string[],
) {
  const found = await queryAll(db)<{ entry_id: number; record_id: string; row: Columns }>`
    select batched.entry_id, batched.record_id, ${batchRecordRow} as row
    from audit_batch_records as batched join audit_entries as entry on entry.id = batched.entry_id
    where batched.record_id = any(${records}::uuid[]) and batched.entry_id = any(${entries}::bigint[])
  `
  return new Map(found.map(({ entry_id, record_id, row }) => [entry_id, { id: record_id, row }]))
}

export async function namesOf(
  db: Db,
  { users, categories, roles }: Record<'users' | 'categories' | 'roles', readonly string[]>,
): Promise<Map<string, string>> {
  const found = await queryAll(db)<{ id: string; name: string }>`
    select id, name from users where id = any(${users}::uuid[])
    union all select id, name from categories where id = any(${categories}::uuid[])
    union all select id, name from roles where id = any(${roles}::uuid[])
  `
  return new Map(found.map(({ id, name }) => [id, name]))
}
