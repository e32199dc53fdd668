import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { Db } from '../../db/connection/connection.ts'
import { queryColumn } from '../../db/connection/query.ts'
import { type Condition, where } from '../../db/filters/conditions.ts'
import { current } from '../../db/list/source.ts'
import type { ReadScope } from '../../db/list/state.ts'
import { type RecordTable, recordTables } from '../../db/schema/tables.ts'
import { auditAreaOf } from '../../db/write/audit-lines.ts'

/**
 * The condition of the entries that a scope lets see. An entry about a record is seen where the record, as it was and as it
 * became, is among the rows that are seen, and where a field changed that isn't hidden. What an entry doesn't tell, and an
 * older one may not, isn't seen.
 */
export function entriesWithin(scope: ReadScope | null): Condition[] {
  if (!scope) return []
  const ofRecords = recordTables.flatMap((table) => {
    const rows = scope.seen(table, current)
    const hidden = scope.hiddenColumns(table)
    const parts = [
      ...(rows.length > 0 ? [withinRows(table, rows, scope.user)] : []),
      ...(hidden.length > 0 ? [tellsOfOthers(hidden)] : []),
    ]
    if (parts.length === 0) return []
    const all = sql.join(parts, sql` and `)
    return [{ sql: sql<SqlBool>`(t.area <> ${auditAreaOf(table)} or (${all}))` }]
  })
  return [...ofRecords, ...accountsWithin(scope), ...requestsWithin(scope)]
}

/** Of sign-ins and what else happens to accounts, those of people who are seen, and of the person themselves. */
function accountsWithin(scope: ReadScope): Condition[] {
  const people = scope.seen('users', current)
  if (people.length === 0) return []
  return [
    {
      sql: sql<SqlBool>`(t.area <> 'accounts' or t.actor_id = ${scope.user}
        or t.record_id = ${scope.user} or ${isSeenNow('users', people)})`,
    },
  ]
}

/** Whether an entry is about a proposal of an agent: its making, or a decision about it. */
const isOfProposal = sql<SqlBool>`(t.area = 'integrations'
  and coalesce(t.after ? 'does' or t.before ->> 'status' = 'waiting', false))`

/** Whether an entry is about a loan (`eventOf` in loans.service.ts), of which its text alone tells. */
const isOfLoan = sql<SqlBool>`(t.area = 'accounts' and coalesce(
  t.detail ~ '^(Asked for|Granted for [0-9]+ minutes|Declined|Withdrew|Ended): [^·]+ · [^·]+ · ', false))`

/**
 * Of requests for consent, proposals of agents and loans, which may be about any records, those that somebody has made or
 * decided themselves, or that are to them, where any rows or fields are kept from them.
 */
function requestsWithin(scope: ReadScope): Condition[] {
  const isNarrowed = recordTables.some(
    (table) => scope.seen(table, current).length + scope.hiddenColumns(table).length > 0,
  )
  if (!isNarrowed) return []
  return [
    {
      sql: sql<SqlBool>`(t.area <> 'consents' or t.record_id is null or t.actor_id = ${scope.user}
        or t.record_id in (select id from consents where user_id = ${scope.user}))`,
    },
    { sql: sql<SqlBool>`(not ${isOfProposal} or t.actor_id = ${scope.user})` },
    {
      sql: sql<SqlBool>`(not ${isOfLoan} or t.actor_id = ${scope.user} or t.record_id = ${scope.user})`,
    },
  ]
}

/** Whether the record that an entry is about is, as it is now, among the rows that are seen. */
const isSeenNow = (table: RecordTable, rows: readonly Condition[]) => sql<SqlBool>`exists (
  select 1 from (select t.record_id as id) as told
    join ${sql.table(table)} as t on t.id = told.id ${where(rows)})`

function withinRows(table: RecordTable, rows: readonly Condition[], user: string) {
  const is = (row: RawBuilder<unknown>) => sql<SqlBool>`exists (
    select 1 from jsonb_populate_record(null::${sql.table(table)}, ${row}) as t ${where(rows)})`
  const former = sql`coalesce(t.state, '{}') || t.before`
  const later = sql`coalesce(t.state, '{}') || t.after`
  const isWhole = sql`(t.state is not null or t.before is null or t.after is null)`
  const others = sql`not exists (
    select 1 from json_array_elements(t.records) as made (row)
      cross join lateral jsonb_populate_record(null::${sql.table(table)}, made.row::jsonb) as t
    where (${sql.join(
      rows.map((row) => row.sql),
      sql` and `,
    )}) is not true)`
  return sql<SqlBool>`case
    when t.records is not null then ${others}
    when t.record_id is null then t.actor_id = ${user}
    -- Of an event that changes no record, the record itself decides.
    when t.before is null and t.after is null then ${isSeenNow(table, rows)}
    else ${isWhole} and (t.before is null or ${is(former)}) and (t.after is null or ${is(later)}) end`
}

/** Whether an entry tells of a column that isn't hidden; a whole record always does. */
const tellsOfOthers = (hidden: readonly string[]) => sql<SqlBool>`(
  t.before is null or t.after is null or exists (
    select 1 from jsonb_object_keys(t.before || t.after) as changed
    where changed <> all(${hidden}::text[])))`

type Columns = Readonly<Record<string, unknown>>
interface Told {
  id: number
  area: string
  before?: Columns | null
  after?: Columns | null
}

/** An entry without the values of fields that are hidden from who reads it. */
export function withoutHiddenColumns<E extends Omit<Told, 'id'>>(
  entry: E,
  scope: ReadScope | null,
): E {
  const table = scope && recordTables.find((each) => auditAreaOf(each) === entry.area)
  const hidden = table ? scope.hiddenColumns(table) : []
  if (hidden.length === 0) return entry
  const without = (columns: Columns | null) =>
    columns &&
    Object.fromEntries(Object.entries(columns).filter(([column]) => !hidden.includes(column)))
  return {
    ...entry,
    ...(entry.before !== undefined && { before: without(entry.before) }),
    ...(entry.after !== undefined && { after: without(entry.after) }),
  }
}

/** Of some entries, those that a scope lets see, without the values of hidden fields. */
export async function entriesSeen<E extends Told>(
  db: Db,
  entries: readonly E[],
  scope: ReadScope | null,
): Promise<E[]> {
  if (!scope || entries.length === 0) return [...entries]
  const ids = entries.map(({ id }) => id)
  const seen = new Set(
    await queryColumn(db)<number>`
      select t.id from audit_entries as t
      ${where([{ sql: sql`t.id = any(${ids}::bigint[])` }, ...entriesWithin(scope)])}`,
  )
  return entries.filter(({ id }) => seen.has(id)).map((entry) => withoutHiddenColumns(entry, scope))
}
