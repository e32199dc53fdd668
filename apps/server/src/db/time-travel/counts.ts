import { sql } from 'kysely'
import type { Db } from '../connection/connection.ts'
import { countersOf } from '../counts/totals.ts'
import { type CountedTable, countedBy } from '../list/state.ts'
import type { RecordTable } from '../schema/tables.ts'
import { batchCreatedSince, changedSince, formerColumns } from './rewind.ts'
import type { Snapshot } from './snapshot.ts'

export const countedIn = (table: RecordTable): readonly CountedTable[] =>
  table === 'roles' ? ['users'] : table === 'categories' ? ['posts', 'shopping_posts'] : []

const countNow = (table: CountedTable) => {
  const by = countedBy[table]
  return table === 'users'
    ? sql`
      select ${sql.ref(by)} as key, count(*) as n from ${sql.table(table)}
      where ${sql.ref(by)} is not null and deleted_at is null group by 1`
    : sql`
      select (facets ->> ${by})::uuid as key, sum(n)::bigint as n from current_counters
      where ${countersOf(table)} and facets ->> 'deleted' = 'false' and facets ->> ${by} is not null
      group by 1`
}

/** Counts as of a moment: the number now, less the records that came since, plus those that went. */
export async function prepareCount(db: Db, { id, moment }: Snapshot, table: CountedTable) {
  const by = countedBy[table]
  const column = sql.ref(`now.${by}`)
  await sql`
    with logged as materialized (
      select id, bool_or(before is null) as created, ${formerColumns(sql`entry desc`)} as columns
      from (
        select e.record_id as id, e.id as entry, e.before from audit_entries as e
        where ${changedSince(table, moment)} and e.record_id is not null
          and (e.before is null or e.before ?| array[${by}::text, 'deleted_at'])
        union all
        select id, 0, null from (${batchCreatedSince(table, moment)}) as added
      ) as entry left join lateral jsonb_each(before) as former on true
      group by id
    ), compared as (
      select ${column} as now_in, now.deleted_at is null as is_there,
        case when columns ? ${by} then (columns ->> ${by})::uuid else ${column} end as then_in,
        not created and
          case when columns ? 'deleted_at' then columns ->> 'deleted_at' else now.deleted_at::text end
            is null as was_there
      from logged left join ${sql.table(table)} as now on now.id = logged.id
    )
    insert into snapshot_counts (snapshot, name, key, n)
    select ${id}, ${table}, key, sum(n)::bigint from (
      ${countNow(table)}
      union all select now_in, -1 from compared where now_in is not null and is_there
      union all select then_in, 1 from compared where then_in is not null and was_there
    ) as counted group by key having sum(n) > 0
  `.execute(db)
}
