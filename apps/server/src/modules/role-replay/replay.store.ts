import { kebabOf } from '@steward/contract/areas/area-lists'
import { type AreaName, areaNames } from '@steward/contract/areas/areas'
import { recordActions } from '@steward/contract/audit-log/audit-log.routes'
import { limitsOf } from '@steward/contract/permissions/conditions'
import type { RoleReplay } from '@steward/contract/roles/replay'
import type { UserType } from '@steward/contract/users/users'
import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { Db } from '../../db/connection/connection.ts'
import { queryAll } from '../../db/connection/query.ts'
import { type Condition, where } from '../../db/filters/conditions.ts'
import { current } from '../../db/list/source.ts'
import { tableOf } from '../../db/schema/tables.ts'
import { type Visible, visibleEntries } from '../audit-log/audit-log.store.ts'
import type { AreaModule } from '../records/area.ts'
import { rowsOf } from '../records/limited-rows.store.ts'
import type { StaffRights } from '../roles/permissions.rules.ts'
import type { ChangeShape, RowCheck } from './replay.rules.ts'

/** The changes that are replayed: the last ones of a role's people, and under the role. */
export interface Replayed {
  role: string
  /** The first day in UTC. */
  since: string
  /** How many entries at most. */
  max: number
  /** What the asker may see; other entries aren't judged. */
  visible: Visible
}

const areaByEntry = new Map<string, AreaName>(areaNames.map((area) => [kebabOf(area), area]))

/** The entries that are looked at, with their shape as text. Those of one's own account need no permission. */
function lookedAt({ role, since, max, visible }: Replayed): RawBuilder<unknown> {
  const conditions = visibleEntries(visible)
  const isVisible =
    conditions.length === 0
      ? sql`true`
      : sql`(${sql.join(
          conditions.map((each) => each.sql),
          sql` and `,
        )})`
  const isChange = sql`each.at >= ${since}::date at time zone 'UTC' and each.actor_id is not null
    and each.area = any(${[...areaByEntry.keys()]}::text[]) and each.action = any(${[...recordActions]}::text[])
    and (each.before is not null or each.after is not null or each.records is not null)
    and not (each.area = 'users' and each.record_id = each.actor_id and each.before is not null)`
  const state = (row: RawBuilder<unknown>, none: RawBuilder<unknown>) => sql`case
    when ${row} is null then ${none}
    when ${row} ->> case when t.area = 'roles' then 'status' else 'deleted_at' end
      is not null and (t.area <> 'roles' or ${row} ->> 'status' = 'deleted') then 'deleted'
    else 'live' end`
  const before = sql.ref('t.before')
  const after = sql.ref('t.after')
  return sql`
    select t.id, t.at, t.actor_id, t.actor_name, t.area, t.before, t.after, t.state, t.records,
      ${isVisible} as is_visible,
      concat_ws(E'\\n', t.area, t.through = 'import',
        ${state(before, sql`'none'`)},
        case when t.records is not null then 'live' else ${state(
          after,
          sql`case when t.action = 'purge' then 'none' else 'gone' end`,
        )} end,
        case when t.area = 'users' then coalesce(t.before ->> 'type', t.state ->> 'type', '') else '' end,
        case when t.area = 'users' then coalesce(t.after ->> 'type', t.state ->> 'type', t.person_types[1], '') else '' end,
        case when t.before is not null and t.after is not null
          then array_to_string(array(select jsonb_object_keys(t.before || t.after)), ',') else '' end
      ) as shape
    from (
      select latest.id from (
        (select each.id, each.at from audit_entries as each
          where each.role_id = ${role} and ${isChange} order by each.at desc, each.id desc limit ${max})
        union
        (select each.id, each.at from users as person
          cross join lateral (
            select each.id, each.at from audit_entries as each
            where each.actor_id = person.id and ${isChange}
            order by each.at desc, each.id desc limit ${max}) as each
          where person.role_id = ${role} and person.deleted_at is null)
      ) as latest order by latest.at desc, latest.id desc limit ${max}
    ) as latest join audit_entries as t on t.id = latest.id`
}

/** The shapes of the changes, each with its text and how many entries have it; `unseen` ones are counted apart. */
export async function findShapes(db: Db, replayed: Replayed) {
  const found = await queryAll(db)<{ shape: string; looked: number; unseen: number }>`
    select shape, count(*) as looked, count(*) filter (where not is_visible) as unseen
    from (${lookedAt(replayed)}) as entry group by shape`
  return found.map((each) => ({ ...each, ...shapeOf(each.shape) }))
}

function shapeOf(text: string): ChangeShape {
  const [area = '', imported, before, after, typeBefore, typeAfter, columns = ''] = text.split('\n')
  const row = (state: string | undefined, type: string | undefined) =>
    state === 'none'
      ? null
      : { deleted: state === 'deleted', type: (type || null) as UserType | null }
  // A deletion has no row after, and neither has what is gone for good; only what is deleted can go.
  const later = after !== 'gone' ? after : before === 'deleted' ? 'none' : 'deleted'
  return {
    area: areaByEntry.get(area) as AreaName,
    imported: imported === 't' || imported === 'true',
    before: row(before, typeBefore || typeAfter),
    after: row(later, typeAfter || typeBefore),
    columns: columns === '' ? [] : columns.split(','),
  }
}

/** What is asked of the changes of a shape. */
export interface Question {
  shape: string
  /** The place of what refuses them all in a list of refusals; null where the draft's checks decide. */
  refusal: number | null
  /** Places of the draft's checks. */
  draft: number[]
  /** Places of the checks of the role as it is saved: what these refuse isn't the draft's doing. */
  saved: number[]
}

/** Checks of rows by their places. */
export interface Checks {
  rights: StaffRights
  checks: readonly AreaCheck[]
}

export type AreaCheck = RowCheck & { area: AreaName }

interface Refused {
  actor: string
  name: string | null
  /** The place of the refusal; that of a check comes after those of `refusals`. */
  verdict: number | null
  changes: number
  first_day: string
  last_day: string
  examples: number[]
}

/**
 * Finds who would have been refused what; a `verdict` of null is what can't be told.
 * @param refusals how many refusals there are that no row decides
 */
export async function findRefused(
  db: Db,
  areas: readonly AreaModule[],
  replayed: Replayed,
  questions: readonly Question[],
  refusals: number,
  { draft, saved }: { draft: Checks; saved: Checks },
): Promise<Refused[]> {
  const asksRows = sql`(asked.refusal is null or cardinality(asked.saved) > 0)`
  const places = (which: 'draft' | 'saved') =>
    sql`array(select json_array_elements_text(question.${sql.ref(which)})::int) as ${sql.ref(which)}`
  const judged = sql`case
    when ${asksRows} and entry.state is null and entry.before is not null and entry.after is not null then -1
    when ${firstFailing(areas, saved, 'saved', 0)} is not null then null
    else coalesce(asked.refusal, ${firstFailing(areas, draft, 'draft', refusals)}) end`
  return await queryAll(db)<Refused>`
    with asked as materialized (
      select question.shape, question.refusal, ${places('draft')}, ${places('saved')}
      from json_to_recordset(${JSON.stringify(questions)}::json)
        as question (shape text, refusal int, draft json, saved json)
    ), judged as (
      select entry.id, entry.at, entry.actor_id, entry.actor_name, ${judged} as verdict
      from (${lookedAt(replayed)}) as entry join asked on asked.shape = entry.shape
        cross join lateral (
          select entry.after as row where entry.records is null
          union all select element::jsonb from json_array_elements(entry.records) as element) as later
      where entry.is_visible
    ), summed as (
      select id, at, actor_id, actor_name, verdict, count(*) as n from judged
      where verdict is not null group by id, at, actor_id, actor_name, verdict
    )
    select actor_id as actor, max(actor_name) as name, nullif(verdict, -1) as verdict,
      sum(n)::bigint as changes, (min(at) at time zone 'UTC')::date as first_day,
      (max(at) at time zone 'UTC')::date as last_day,
      to_json((array_agg(id order by id desc))[1:5]) as examples
    from summed group by actor_id, verdict`
}

/** The place of the first check that the rows of an entry fail, from `offset` on; null where they pass. */
function firstFailing(
  areas: readonly AreaModule[],
  { rights, checks }: Checks,
  asked: 'draft' | 'saved',
  offset: number,
): RawBuilder<number | null> {
  if (checks.length === 0) return sql<null>`null`
  const places = checks.map((check, place) => ({ ...check, place }))
  const inArea = [...Map.groupBy(places, ({ area }) => area)].map(([name, some]) => {
    const area = areas.find((each) => each.name === name) as AreaModule
    const each = some.map(
      (check) => sql`when ${check.place}::int = any(asked.${sql.ref(asked)})
        and not ${passes(area, rights, check)} then ${check.place + offset}::int`,
    )
    return sql`when ${kebabOf(name)} then (case ${sql.join(each, sql` `)} end)`
  })
  return sql<number | null>`(case entry.area ${sql.join(inArea, sql` `)} end)`
}

/** Whether the rows of an entry are among those that a permission is for, at the time and for who acted. */
function passes(area: AreaModule, rights: StaffRights, check: RowCheck): RawBuilder<SqlBool> {
  const holder = { ...rights, user: { id: sql<string>`entry.actor_id` } }
  const then = { ...current, now: sql<string>`entry.at` }
  const rows = rowsOf(area, limitsOf(rights, check.permission), holder, then) ?? []
  const among = (row: RawBuilder<unknown>) => isAmong(area, row, rows)
  const whole = (row: RawBuilder<unknown>) => sql`coalesce(entry.state, '{}') || ${row}`
  const each = [
    ...(check.before ? [among(whole(sql.ref('entry.before')))] : []),
    // A deletion has no row after it.
    ...(check.after ? [sql`(later.row is null or ${among(whole(sql.ref('later.row')))})`] : []),
  ]
  return sql<SqlBool>`(${sql.join(each, sql` and `)})`
}

const isAmong = (area: AreaModule, row: RawBuilder<unknown>, rows: readonly Condition[]) =>
  sql<SqlBool>`exists (
    select 1 from jsonb_populate_record(null::${sql.table(tableOf(area.name))}, ${row}) as t ${where(rows)})`

type Example = RoleReplay['refused'][number]['examples'][number]

/** Entries by their ids, as examples. */
export async function findExamples(db: Db, ids: readonly number[]): Promise<Map<number, Example>> {
  const found = await queryAll(db)<Omit<Example, '_id'> & { id: number }>`
    select id, at, area, action, json_build_object(
      '_id', record_id, 'title', coalesce(title, '')) as record
    from audit_entries where id = any(${ids}::bigint[])`
  return new Map(found.map(({ id, ...entry }) => [id, { _id: String(id), ...entry }]))
}

/** People by id, as they are called now. */
export async function findNames(db: Db, ids: readonly string[]) {
  const found = await queryAll(db)<{ _id: string; name: string; image: string | null }>`
    select id as _id, name, image from users where id = any(${ids}::uuid[])`
  return new Map(found.map((person) => [person._id, person]))
}
