import { type RawBuilder, sql } from 'kysely'
import { type RecordTable, recordTables } from '../schema/tables.ts'

/** By which columns the rows of a table are counted, and whether they are deleted. */
interface Counted {
  /** Columns of filters and sums. */
  facets: readonly string[]
  /** Columns of the new rows by day. */
  daily: readonly string[]
  /** The column that is summed up beside. */
  amount?: string
  /** The column of the person whose rows are counted. */
  person?: string
}

const usual: Counted = { facets: ['status'], daily: ['imported'] }

const countedBy: Partial<Record<RecordTable, Counted>> = {
  users: {
    facets: ['type', 'status', 'shopping_feed_status', 'role_id'],
    daily: ['type', 'imported'],
  },
  posts: { facets: ['category_id'], daily: ['imported'], person: 'author_id' },
  events: { facets: ['online'], daily: ['imported'], person: 'host_id' },
  polls: { facets: ['kind'], daily: ['imported'] },
  tasks: { facets: ['status', 'priority'], daily: ['imported'], person: 'assignee_id' },
  bills: {
    facets: ['status', 'currency'],
    daily: ['imported'],
    amount: 'amount',
    person: 'payer_id',
  },
  shopping_posts: {
    facets: ['status', 'category_id'],
    daily: ['imported'],
    person: 'seller_id',
  },
}

/** The tables whose rows are counted; roles and categories are too few to need it. */
export const countedTables: readonly RecordTable[] = recordTables.filter(
  (table) => table !== 'roles' && table !== 'categories',
)

export const isCounted = (table: RecordTable): boolean => countedTables.includes(table)

const of = (table: RecordTable): Counted => countedBy[table] ?? usual

/** The columns that decide where a row of a table is counted. */
export function countedColumns(table: RecordTable): string[] {
  const { facets, daily, amount, person } = of(table)
  const others = [amount, person].filter((column) => column !== undefined)
  return [...new Set([...facets, ...daily, ...others, 'created_at', 'deleted_at'])]
}

/** The columns of `counter_deltas`, apart from its id. */
export const deltaColumns = sql`area, n, amount, facets, person, deleted, day, daily`

/**
 * The rows of a query of rows `t` of a table, each with a number `step`, as deltas: one for each combination of what
 * they are counted by.
 * @param rows a FROM item with its alias `t`
 */
export function deltasOf(table: RecordTable, rows: RawBuilder<unknown>): RawBuilder<unknown> {
  const { facets, daily, amount, person } = of(table)
  const objectOf = (names: readonly string[], more: RawBuilder<unknown>[] = []) =>
    sql`jsonb_build_object(${sql.join([
      ...names.map((name) => sql`${sql.lit(name)}, ${sql.ref(`t.${name}`)}`),
      ...more,
    ])})`
  return sql`
    select ${sql.lit(table)} as area, sum(step)::bigint as n,
      ${amount ? sql`sum(step * ${sql.ref(`t.${amount}`)})::numeric` : sql`0::numeric`} as amount,
      ${objectOf(facets, [sql`'deleted', t.deleted_at is not null`])} as facets,
      ${person ? sql.ref(`t.${person}`) : sql`null::uuid`} as person,
      t.deleted_at is not null as deleted,
      case when t.deleted_at is null then (t.created_at at time zone 'UTC')::date end as day,
      case when t.deleted_at is null then ${objectOf(daily)} end as daily
    from ${rows}
    group by 1, 4, 5, 6, 7, 8`
}
