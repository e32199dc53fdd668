import { recordActions } from '@steward/contract/audit-log/audit-log.routes'
import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../connection/connection.ts'
import { currentNames, type Names } from '../filters/search.ts'
import { joinsFor, type Listing } from '../list/listing.ts'
import type { RecordTable } from '../schema/tables.ts'
import { auditAreaOf } from '../write/audit-lines.ts'
import { type Snapshot, snapshotTable } from './snapshot.ts'

/** A condition for entries `e` that changed records of the table after a moment. */
export const changedSince = (table: RecordTable, moment: string) => sql<boolean>`
  e.area = ${auditAreaOf(table)} and e.action = any(${[...recordActions]}::text[]) and e.at > ${moment}::timestamptz
  and (e.before is not null or e.after is not null)`

export const batchCreatedSince = (table: RecordTable, moment: string): RawBuilder<unknown> => sql`
  select added.record_id as id
  from audit_entries as e join audit_batch_records as added on added.entry_id = e.id
  where e.area = ${auditAreaOf(table)} and e.action = 'create' and e.record_id is null
    and e.at > ${moment}::timestamptz`

/**
 * CTEs with what the log says of some records since a moment: their own entries, and which were created in a batch. Read
 * for all of them at once, since entries and records may lie on different nodes.
 */
export const loggedSince = (ids: RawBuilder<unknown>, moment: string): RawBuilder<unknown> => sql`
  told as materialized (
    select e.id, e.at, e.area, e.action, e.record_id, e.before, e.after, e.internal from audit_entries as e
    where e.record_id in (${ids}) and e.at > ${moment}::timestamptz
  ), created_in_batch as materialized (
    select added.record_id from audit_batch_records as added join audit_entries as e on e.id = added.entry_id
    where added.record_id in (${ids}) and e.at > ${moment}::timestamptz
  )`

/** The changes of records among `told`. */
const changesOf = (table: RecordTable, moment: string) => sql`
  select e.record_id, e.id, true as own, e.before, e.internal from told as e
  where ${changedSince(table, moment)}`

/**
 * Columns as they were before the oldest of some changes, from `former`, the columns of each: of a key that comes several
 * times the last value is kept.
 * @param newestFirst the order of the changes
 */
export const formerColumns = (newestFirst: RawBuilder<unknown>): RawBuilder<unknown> => sql`
  coalesce(
    jsonb_object_agg(former.key, former.value order by ${newestFirst}) filter (where former.key is not null),
    '{}')`

/**
 * Whether a record was created since, and its former columns; over the rows of {@link changesOf} as `entry`, each with
 * {@link formerOfEach}.
 */
const summary = sql`
  bool_or(entry.own and entry.before is null) as created,
  ${formerColumns(sql`entry.id desc, entry.own desc`)} as columns`

const formerOfEach = sql`
  left join lateral jsonb_each(entry.before || coalesce(entry.internal, '{}')) as former on true`

/** A `record` with the former columns that `logged` has. */
const rewound = (table: RecordTable) => sql`
  jsonb_populate_record(null::${sql.table(table)}, coalesce(to_jsonb(record), '{}') || coalesce(logged.columns, '{}'))`

/**
 * A record as of a moment: one row, or none if it didn't exist. Generated columns aren't recomputed. Within the CTEs of
 * {@link loggedSince}.
 */
export const recordAsOf = (
  table: RecordTable,
  id: RawBuilder<unknown>,
  moment: string,
): RawBuilder<unknown> => sql`(
  select rewound.*
  from (
    select ${summary} from (${changesOf(table, moment)}) as entry ${formerOfEach}
    where entry.record_id = ${id}
  ) as logged
  left join (select * from ${sql.table(table)} where id = ${id}) as record on true
  cross join lateral ${rewound(table)} as rewound
  where logged.created is not true and rewound.id is not null
    and not exists (select 1 from created_in_batch where record_id = ${id}))`

/** Columns that entries of purges don't hold, other than those with a default. */
const missing: Readonly<Record<string, RawBuilder<unknown>>> = {
  // Computed later, for the whole tree at once.
  tree_key: sql`''`,
  updated_at: sql`coalesce(rewound.updated_at, rewound.deleted_at, rewound.created_at)`,
}

export async function rewindInto(db: Db, snapshot: Snapshot, records: readonly { id: string }[]) {
  const { table, moment } = snapshot
  const own = snapshot.columns.filter(({ isGenerated }) => !isGenerated)
  const names = sql.join(own.map(({ name }) => sql.ref(name)))
  const values = own.map(({ name, fallback }) => {
    const rewound = sql.ref(`rewound.${name}`)
    // Entries from before the column was added don't hold it.
    const orDefault = fallback === null ? rewound : sql`coalesce(${rewound}, ${sql.raw(fallback)})`
    return missing[name] ?? orDefault
  })
  const ids = sql`select unnest(${records.map(({ id }) => id)}::uuid[])`
  const movedSiblings = sql`
    union all
    select moved.key::uuid, e.id, false, moved.value, null::jsonb
    from audit_entries as e cross join jsonb_each(e.internal -> 'beside') as moved
    where ${changedSince(table, moment)} and e.internal ? 'beside'`
  await sql`
    with ${loggedSince(ids, moment)}, present as materialized (
      select * from ${sql.table(table)} where id in (${ids})
    ), logged as materialized (
      select changed.id, ${summary}
      from (${ids}) as changed (id)
      left join (${changesOf(table, moment)} ${table === 'categories' ? movedSiblings : sql``}) as entry
        on entry.record_id = changed.id
      ${formerOfEach}
      group by changed.id
    )
    insert into ${snapshotTable(table)} (snapshot, ${names})
    select ${snapshot.id}, ${sql.join(values)}
    from logged left join present as record on record.id = logged.id
    cross join lateral ${rewound(table)} as rewound
    where logged.created is not true and rewound.id is not null
      and logged.id not in (select record_id from created_in_batch)
    on conflict do nothing
  `.execute(db)
}

/** {@link loggedSince} of the records that rows of the CTE `cut` name; none where nothing is joined. */
export const loggedOfJoined = ({ joins = [] }: Listing, moment: string): RawBuilder<unknown> => {
  if ('execute' in joins || joins.length === 0) return sql``
  const ids = joins.map(({ by }) => sql`select ${sql.ref(by)} from cut`)
  return sql`, ${loggedSince(sql.join(ids, sql` union all `), moment)}`
}

export const joinsAsOf = (listing: Listing, moment: string): RawBuilder<unknown> =>
  joinsFor(listing, ({ table, by }) => recordAsOf(table, sql.ref(`t.${by}`), moment))

export function namesAsOf(moment: string): Names {
  const renamed = sql`e.area = 'users' and e.before ? 'name' and e.at > ${moment}::timestamptz`
  const idsLike: Names['idsLike'] = (word) => sql`
    ${currentNames.idsLike(word)} and person.id not in (
      select e.record_id from audit_entries as e where ${renamed} and e.record_id is not null)
    union all
    select id from (
      select distinct on (e.record_id) e.record_id as id, e.before ->> 'name' as name
      from audit_entries as e where ${renamed} order by e.record_id, e.id
    ) as called
    where steward_fold(name) like ${word.pattern}`
  return { idsLike, isLike: (id, word) => sql`${id} = any(array(${idsLike(word)}))` }
}
