import { recordActions } from '@steward/contract/audit-log.routes'
import { type RawBuilder, sql } from 'kysely'
import { auditAreaOf } from '../audit.ts'
import type { Db } from '../connection.ts'
import type { RecordTable } from '../tables.ts'
import { type Past, pastTable } from './view.ts'

/** Entries `e` after a moment that tell of changed columns of a table's records. */
export const changedSince = (
  table: RecordTable,
  moment: string,
): RawBuilder<boolean> => sql<boolean>`
  e.area = ${auditAreaOf(table)} and e.action = any(${[...recordActions]}::text[]) and e.at > ${moment}::timestamptz
  and (e.before is not null or e.after is not null)`

/** The records that batches have added since a moment. */
export const framedSince = (table: RecordTable, moment: string): RawBuilder<unknown> => sql`
  select framed.record_id as id
  from audit_entries as e join audit_frame_records as framed on framed.entry_id = e.id
  where e.area = ${auditAreaOf(table)} and e.action = 'create' and e.record_id is null
    and e.at > ${moment}::timestamptz`

/** Entries about one record; the fence keeps the planner to the index of records. */
const entriesOf = (id: RawBuilder<unknown>, moment: string) => sql`(
  select * from audit_entries where record_id = ${id} and at > ${moment}::timestamptz offset 0)`

/** Whether a record was added by a batch since a moment. */
const isFramed = (id: RawBuilder<unknown>, moment: string) => sql<boolean>`
  exists (
    select from audit_frame_records as framed join audit_entries as e on e.id = framed.entry_id
    where framed.record_id = ${id} and e.at > ${moment}::timestamptz)`

/**
 * What the audit log tells of one record since a moment, as one row: whether it was created since, and
 * the columns that it had.
 * @param aside the sort keys that it had by entries about others
 */
const toldOf = (
  table: RecordTable,
  id: RawBuilder<unknown>,
  moment: string,
  aside?: RawBuilder<unknown>,
) => sql`
  select bool_or(told.own and told.before is null) as created,
    steward_rewind(told.before || coalesce(told.untold, '{}') order by told.id desc, told.own desc) as columns
  from (
    select e.id, true as own, e.before, e.untold from ${entriesOf(id, moment)} as e
    where ${changedSince(table, moment)}
    ${aside ? sql`union all select aside.id, false, aside.columns, null::jsonb from ${aside} as aside where aside.record_id = ${id}` : sql``}
  ) as told`

/**
 * One record with the columns that it had at a moment: a row, or none where there was no such record.
 * Columns that the database makes of others are not made anew.
 */
export const recordAsOf = (
  table: RecordTable,
  id: RawBuilder<unknown>,
  moment: string,
): RawBuilder<unknown> => sql`(
  select rewound.*
  from (${toldOf(table, id, moment)}) as told
  left join ${sql.table(table)} as standing on standing.id = ${id}
  cross join lateral jsonb_populate_record(standing, told.columns) as rewound
  where told.created is not true and rewound.id is not null and not ${isFramed(id, moment)})`

/** Columns that entries of deletions for good don't hold, or didn't in the past. */
const lost: Readonly<Record<string, RawBuilder<unknown>>> = {
  // Worked out once the whole tree is there.
  tree_key: sql`''`,
  version: sql`coalesce(rewound.version, 1)`,
  reports_handled: sql`coalesce(rewound.reports_handled, 0)`,
  reports: sql`coalesce(rewound.reports, '[]')`,
  updated_at: sql`coalesce(rewound.updated_at, rewound.deleted_at, rewound.created_at)`,
}

/** Prepares records as they stood, those of some ids that there were. */
export async function rewindInto(db: Db, past: Past, ids: readonly string[]): Promise<void> {
  const { table, moment } = past
  const own = past.columns.filter((column) => !past.generated.has(column))
  const names = sql.join(own.map((column) => sql.ref(column)))
  const values = sql.join(own.map((column) => lost[column] ?? sql.ref(`rewound.${column}`)))
  const keys = table === 'categories'
  const aside = sql`
    with aside as materialized (
      select e.id, moved.key::uuid as record_id, moved.value as columns
      from audit_entries as e cross join jsonb_each(e.untold -> 'beside') as moved
      where ${changedSince(table, moment)} and e.untold ? 'beside'
    )`
  await sql`
    ${keys ? aside : sql``}
    insert into ${pastTable(table)} (past, ${names})
    select ${past.id}, ${values}
    from unnest(${ids}::uuid[]) as changed (id)
    cross join lateral (
      ${toldOf(table, sql`changed.id`, moment, keys ? sql`aside` : undefined)}
    ) as told
    left join ${sql.table(table)} as t on t.id = changed.id
    cross join lateral jsonb_populate_record(t, told.columns) as rewound
    where told.created is not true and rewound.id is not null
      and not ${isFramed(sql`changed.id`, moment)}
    on conflict do nothing
  `.execute(db)
}

/** Somebody or something that a listed row names: a row of a table, by a column of the row. */
export interface Join {
  table: 'users' | 'roles' | 'categories'
  as: string
  by: string
}

/** Joins what rows `t` name, as it is or as it was at a moment. */
export const joinsOf = (joins: readonly Join[], moment?: string): RawBuilder<unknown> =>
  sql.join(
    joins.map(({ table, as, by }) => {
      const id = sql.ref(`t.${by}`)
      const name = sql.ref(as)
      return moment === undefined
        ? sql`left join ${sql.table(table)} as ${name} on ${sql.ref(`${as}.id`)} = ${id}`
        : sql`left join lateral ${recordAsOf(table, id, moment)} as ${name} on true`
    }),
    sql` `,
  )

/** A word that is searched for. */
export interface Word {
  /** As LIKE has it. */
  pattern: RawBuilder<string>
  /** Whether it has no three letters or digits in a row. */
  isShort: boolean
}

/** What somebody is called, folded: the first line of what is searched of them. */
export const nameOf = (person: string): RawBuilder<string> =>
  sql`split_part(${sql.ref(`${person}.search`)}, chr(10), 1)`

/** The ids of people whose name is or, at a moment, was like a pattern. */
export function peopleLike({ pattern, isShort }: Word, moment?: string): RawBuilder<unknown> {
  // Of one or two letters the index knows nothing, and would have all looked at, one by one.
  const name = isShort ? sql`${nameOf('person')} || ''` : nameOf('person')
  const now = sql`select person.id from users as person where ${name} like ${pattern}`
  if (moment === undefined) return now
  const renamed = sql`e.area = 'users' and e.before ? 'name' and e.at > ${moment}::timestamptz`
  return sql`
    ${now} and not exists (
      select from ${entriesOf(sql`person.id`, moment)} as e where ${renamed})
    union all
    select id from (
      select distinct on (e.record_id) e.record_id as id, e.before ->> 'name' as name
      from audit_entries as e where ${renamed} order by e.record_id, e.id
    ) as called
    where steward_fold(name) like ${pattern}`
}
