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

/** `offset 0` is an optimization fence: the planner uses the index by record. */
const entriesOf = (id: RawBuilder<unknown>, moment: string) => sql`(
  select * from audit_entries where record_id = ${id} and at > ${moment}::timestamptz offset 0)`

const isBatchCreated = (id: RawBuilder<unknown>, moment: string) => sql<boolean>`
  exists (
    select 1 from audit_batch_records as added join audit_entries as e on e.id = added.entry_id
    where added.record_id = ${id} and e.at > ${moment}::timestamptz)`

/**
 * Columns as they were before the oldest of some changes, from `former`, the columns of each: of a key that comes several
 * times the last value is kept.
 * @param newestFirst the order of the changes
 */
export const formerColumns = (newestFirst: RawBuilder<unknown>): RawBuilder<unknown> => sql`
  coalesce(
    jsonb_object_agg(former.key, former.value order by ${newestFirst}) filter (where former.key is not null),
    '{}')`

/** What the log says of a record since a moment: if it was `created`, and former columns; `movedSiblings` has sort keys. */
const loggedOf = (
  table: RecordTable,
  id: RawBuilder<unknown>,
  moment: string,
  movedSiblings?: RawBuilder<unknown>,
) => sql`
  select bool_or(entry.own and entry.before is null) as created,
    ${formerColumns(sql`entry.id desc, entry.own desc`)} as columns
  from (
    select e.id, true as own, e.before, e.internal from ${entriesOf(id, moment)} as e
    where ${changedSince(table, moment)}
    ${movedSiblings ? sql`union all select moved_siblings.id, false, moved_siblings.columns, null::jsonb from ${movedSiblings} as moved_siblings where moved_siblings.record_id = ${id}` : sql``}
  ) as entry
  left join lateral jsonb_each(entry.before || coalesce(entry.internal, '{}')) as former on true`

/** A record as of a moment: one row, or none if it didn't exist. Generated columns aren't recomputed. */
export const recordAsOf = (
  table: RecordTable,
  id: RawBuilder<unknown>,
  moment: string,
): RawBuilder<unknown> => sql`(
  select rewound.*
  from (${loggedOf(table, id, moment)}) as logged
  left join ${sql.table(table)} as record on record.id = ${id}
  cross join lateral jsonb_populate_record(record, logged.columns) as rewound
  where logged.created is not true and rewound.id is not null and not ${isBatchCreated(id, moment)})`

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
  const hasTree = table === 'categories'
  const movedSiblings = sql`
    with moved_siblings as materialized (
      select e.id, moved.key::uuid as record_id, moved.value as columns
      from audit_entries as e cross join jsonb_each(e.internal -> 'beside') as moved
      where ${changedSince(table, moment)} and e.internal ? 'beside'
    )`
  const logged = loggedOf(table, sql`changed.id`, moment, hasTree ? sql`moved_siblings` : undefined)
  await sql`
    ${hasTree ? movedSiblings : sql``}
    insert into ${snapshotTable(table)} (snapshot, ${names})
    select ${snapshot.id}, ${sql.join(values)}
    from unnest(${records.map(({ id }) => id)}::uuid[]) as changed (id)
    cross join lateral (${logged}) as logged
    left join ${sql.table(table)} as t on t.id = changed.id
    cross join lateral jsonb_populate_record(t, logged.columns) as rewound
    where logged.created is not true and rewound.id is not null
      and not ${isBatchCreated(sql`changed.id`, moment)}
    on conflict do nothing
  `.execute(db)
}

export const joinsAsOf = (listing: Listing, moment: string): RawBuilder<unknown> =>
  joinsFor(listing, ({ table, by }) => recordAsOf(table, sql.ref(`t.${by}`), moment))

export function namesAsOf(moment: string): Names {
  const renamed = sql`e.area = 'users' and e.before ? 'name' and e.at > ${moment}::timestamptz`
  const idsLike: Names['idsLike'] = (word) => sql`
    ${currentNames.idsLike(word)} and not exists (
      select 1 from ${entriesOf(sql`person.id`, moment)} as e where ${renamed})
    union all
    select id from (
      select distinct on (e.record_id) e.record_id as id, e.before ->> 'name' as name
      from audit_entries as e where ${renamed} order by e.record_id, e.id
    ) as called
    where steward_fold(name) like ${word.pattern}`
  return { idsLike, isLike: (id, word) => sql`${id} = any(array(${idsLike(word)}))` }
}
