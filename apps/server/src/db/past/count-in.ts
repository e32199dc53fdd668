import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../connection.ts'
import type { RecordTable } from '../tables.ts'
import { countersOf } from '../totals.ts'
import { changedSince, framedSince } from './rewind.ts'
import type { Past } from './view.ts'

/** Records that are counted in those of another table, deleted ones aside. */
export interface CountedIn {
  table: 'users' | 'posts' | 'shopping_posts'
  /** The column that holds what they are counted in. */
  by: 'role_id' | 'category_id'
}

/** What is counted in the records of a table. */
export const countedIn: Partial<Record<RecordTable, readonly CountedIn[]>> = {
  roles: [{ table: 'users', by: 'role_id' }],
  categories: [
    { table: 'posts', by: 'category_id' },
    { table: 'shopping_posts', by: 'category_id' },
  ],
}

/** How many of a table stood in the row `t` of a past. */
export const countOf = (past: Past, table: CountedIn['table']): RawBuilder<number> => sql<number>`
  coalesce((select n from past_counts where past = ${past.id} and name = ${table} and key = t.id), 0)`

const nowBy = ({ table, by }: CountedIn) =>
  table === 'users'
    ? sql`
      select ${sql.ref(by)} as key, count(*) as n from ${sql.table(table)}
      where ${sql.ref(by)} is not null and deleted_at is null group by 1`
    : sql`
      select (facets ->> ${by})::uuid as key, sum(n)::bigint as n from current_counters
      where ${countersOf(table)} and facets ->> 'deleted' = 'false' and facets ->> ${by} is not null
      group by 1`

/**
 * Works out how many records stood in those of a past: as many as now, without those that came since,
 * and with those that went.
 */
export async function countIn(db: Db, past: Past, counted: CountedIn): Promise<void> {
  const { table, by } = counted
  const column = sql.ref(`now.${by}`)
  await sql`
    with told as materialized (
      select id, bool_or(before is null) as created,
        steward_rewind(before order by entry desc) as columns
      from (
        select e.record_id as id, e.id as entry, e.before from audit_entries as e
        where ${changedSince(table, past.moment)} and e.record_id is not null
          and (e.before is null or e.before ?| array[${by}::text, 'deleted_at'])
        union all
        select id, 0, null from (${framedSince(table, past.moment)}) as framed
      ) as entry group by id
    ), stood as (
      select ${column} as now_in, now.deleted_at is null as is_there,
        case when columns ? ${by} then (columns ->> ${by})::uuid else ${column} end as then_in,
        not created and
          case when columns ? 'deleted_at' then columns ->> 'deleted_at' else now.deleted_at::text end
            is null as was_there
      from told left join ${sql.table(table)} as now on now.id = told.id
    )
    insert into past_counts (past, name, key, n)
    select ${past.id}, ${table}, key, sum(n)::bigint from (
      ${nowBy(counted)}
      union all select now_in, -1 from stood where now_in is not null and is_there
      union all select then_in, 1 from stood where then_in is not null and was_there
    ) as counted group by key having sum(n) > 0
  `.execute(db)
}
