import type { DataOf, QueryOf } from '@steward/contract/calls/endpoints'
import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { inNameOrder } from '../../db/collation.ts'
import type { Db } from '../../db/connection/connection.ts'
import { queryAll, queryColumn } from '../../db/connection/query.ts'
import { type Condition, where } from '../../db/filters/conditions.ts'
import { limit, type Page, paginationOf } from '../../db/list/listing.ts'
import type { ReadScope } from '../../db/list/state.ts'
import { heldPermissions, seenStaff } from './held-permissions.store.ts'

type Held = DataOf<'accessReview.list'>['held'][number]
type HeldByRole = DataOf<'accessReview.listRoles'>['held'][number]
type Filters = Partial<Omit<QueryOf<'accessReview.list'>, 'page' | 'limit' | 'sort'>>

/** How many days of uses are counted. */
const countedDays = '90d'

/** The first of so many days that end today (UTC), such as `2026-01-31`; of several numbers, the least. */
export const firstOfDays = (days: string | readonly string[]): string => {
  const least = Math.min(...[days].flat().map((each) => Number.parseInt(each, 10)))
  return new Date(Date.now() - (least - 1) * 86_400_000).toISOString().slice(0, 10)
}

/** The uses of the permission joined as `permission` by the person of a row. */
const usesOf = (person: RawBuilder<unknown>, since?: string) => sql`
  permission_uses as use where use.user_id = ${person}
    and use.module = permission.module and use.submodule = permission.submodule
    and use.action = permission.action ${since ? sql`and use.day >= ${since}::date` : sql``}`

const lastUse = (person: RawBuilder<unknown>) => sql`(select max(use.day) from ${usesOf(person)})`

const recentUses = (person: RawBuilder<unknown>) =>
  sql`(select coalesce(sum(use.n), 0)::bigint from ${usesOf(person, firstOfDays(countedDays))})`

const among = (
  column: string,
  values: readonly (string | boolean)[] | undefined,
  type: 'text' | 'uuid',
): Condition[] =>
  values ? [{ sql: sql<SqlBool>`${sql.ref(column)} = any(${values}::${sql.raw(type)}[])` }] : []

/** Each word of a search stands in a text, without regard to case and accents. */
const searched = (text: RawBuilder<unknown>, search: string): Condition[] =>
  search
    .split(/\s+/)
    .filter((word) => word !== '')
    .map((word) => ({
      sql: sql<SqlBool>`${text} like '%' || steward_fold(${word.replaceAll(/[\\%_]/g, String.raw`\$&`)}) || '%'`,
    }))

const ofPermission = ({ module, submodule, action, role, condition }: Filters): Condition[] => [
  ...among('permission.module', module, 'text'),
  ...among('permission.submodule', submodule, 'text'),
  ...among('permission.action', action, 'text'),
  ...among('held.role_id', role, 'uuid'),
  ...(condition === undefined
    ? []
    : [{ sql: sql<SqlBool>`(held.condition is not null) = ${condition}` }]),
]

function conditionsOf(query: Filters): Condition[] {
  const { unused, service, search = '' } = query
  const person = sql`held.person_id`
  return [
    ...ofPermission(query),
    ...among('held.person_id', query.person, 'uuid'),
    ...among('held.kind', query.source, 'text'),
    ...(service === undefined ? [] : [{ sql: sql<SqlBool>`person.service = ${service}` }]),
    ...searched(sql`split_part(person.search, chr(10), 1)`, search),
    ...(unused
      ? [
          {
            sql: sql<SqlBool>`not exists (select 1 from ${usesOf(person, firstOfDays(unused))})`,
          },
        ]
      : []),
  ]
}

const joined = sql`
  from held join users as person on person.id = held.person_id
  join catalogue as permission on permission.place = held.place`

const directed = (sort: string, by: Readonly<Record<string, RawBuilder<unknown>>>) => {
  const field = sort.replace(/^-/, '')
  const direction = sql.raw(sort.startsWith('-') ? 'desc' : 'asc')
  return { key: by[field] ?? sql`null`, direction }
}

type Key = { person_id: string; place: number }

/** A page of who holds what; the sources and uses are read of its rows alone. */
export async function listHeld(
  db: Db,
  query: QueryOf<'accessReview.list'>,
  scope: ReadScope | null,
): Promise<Page<Held>> {
  const { key, direction } = directed(query.sort, {
    person: inNameOrder('person.name'),
    permission: sql`held.place`,
    lastUsed: lastUse(sql`held.person_id`),
  })
  const keys = await queryAll(db)<Key & { total: number }>`
    with ${heldPermissions(scope)},
    found as materialized (
      select distinct held.person_id, held.place, ${key} as key ${joined} ${where(conditionsOf(query))}
    ),
    page as (
      select person_id, place, row_number() over (
        order by key ${direction} nulls last, person_id ${direction}, place ${direction}) as rank
      from found
      order by key ${direction} nulls last, person_id ${direction}, place ${direction}
      ${limit(query.limit, (query.page - 1) * query.limit)}
    )
    select page.person_id, page.place, counted.total
    from (select count(*) as total from found) as counted left join page on true
    order by page.rank
  `
  const total = keys[0]?.total ?? 0
  const onPage = keys.filter(({ person_id }) => person_id !== null)
  return { rows: await findHeld(db, onPage, scope), pagination: paginationOf(query, total) }
}

/** The rows with these keys, in their order. */
async function findHeld(db: Db, keys: readonly Key[], scope: ReadScope | null): Promise<Held[]> {
  if (keys.length === 0) return []
  const people = [...new Set(keys.map(({ person_id }) => person_id))]
  const places = keys.map(({ person_id, place }, rank) => ({ person_id, place, rank }))
  return await queryAll(db)<Held>`
    with ${heldPermissions(scope, people)},
    wanted as (
      select * from json_to_recordset(${JSON.stringify(places)}::json)
        as wanted (person_id uuid, place int, rank int)
    )
    ${heldColumns} from wanted
    join held on held.person_id = wanted.person_id and held.place = wanted.place
    ${heldJoins} group by wanted.rank, ${heldGroups} order by wanted.rank
  `
}

/** The groups of a provider that are mapped to a role; of people by SCIM those that they are in. */
const groups = sql`(
  select coalesce(jsonb_agg(entry ->> 'group' order by mapped.place), '[]')
  from jsonb_array_elements(provider.group_roles) with ordinality as mapped (entry, place)
  where entry ->> 'role' = held.role_id::text and (
    not exists (select 1 from scim_users as scim where scim.user_id = person.id)
    or exists (
      select 1 from scim_group_members as membership
      join scim_groups as known on known.id = membership.group_id
      where membership.user_id = person.id
        and entry ->> 'group' in (known.display_name, known.external_id)
    ))
)`

const heldColumns = sql`
  select person.id || '-' || lpad(permission.place::text, 3, '0') as _id,
    json_build_object('_id', person.id, 'name', person.name, 'image', person.image,
      'status', person.status, 'service', person.service) as person,
    json_build_object('module', permission.module, 'submodule', permission.submodule,
      'action', permission.action) as permission,
    json_agg(json_build_object('_id', held.given_id, 'kind', held.kind,
      'role', case when role.id is not null
        then json_build_object('_id', role.id, 'name', role.name) end,
      'condition', held.condition,
      'until', to_char(held.until at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
      'records', held.records,
      'provider', case when provider.id is not null
        then json_build_object('_id', provider.id, 'name', provider.name) end,
      'groups', case when provider.id is null then '[]'::jsonb else ${groups} end)
      order by held.kind, role.id, held.given_id) as sources,
    ${lastUse(sql`person.id`)} as "lastUsed", ${recentUses(sql`person.id`)} as uses`

const heldJoins = sql`
  join users as person on person.id = held.person_id
  join catalogue as permission on permission.place = held.place
  left join roles as role on role.id = held.role_id
  left join identity_providers as provider on provider.id = held.provider_id`

const heldGroups = sql`person.id, permission.place, permission.module, permission.submodule, permission.action`

/** Everything that a query finds, by person, some people at a time. */
export async function* streamHeld(
  db: Db,
  query: Filters,
  scope: ReadScope | null,
): AsyncGenerator<Held[]> {
  const people = await queryColumn(db)`
    select t.id from users as t ${where([...seenStaff(scope), { sql: sql`t.role_id is not null` }])}
    order by ${inNameOrder('t.name')}, t.id
  `
  const conditions = conditionsOf(query)
  for (let at = 0; at < people.length; at += 20) {
    const some = people.slice(at, at + 20)
    const rows = await queryAll(db)<Held>`
      with ${heldPermissions(scope, some)},
      found as (select distinct held.person_id, held.place ${joined} ${where(conditions)})
      ${heldColumns} from found
      join held on held.person_id = found.person_id and held.place = found.place
      ${heldJoins} group by ${heldGroups} order by ${inNameOrder('person.name')}, person.id, permission.place
    `
    if (rows.length > 0) yield rows
  }
}

/** A page of what roles permit to the people who have them. */
export async function listHeldByRoles(
  db: Db,
  query: QueryOf<'accessReview.listRoles'>,
  scope: ReadScope | null,
): Promise<Page<HeldByRole>> {
  const person = sql`held.person_id`
  const last = lastUse(person)
  const { key, direction } = directed(query.sort, {
    role: inNameOrder('role.name'),
    permission: sql`permission.place`,
    people: sql`count(distinct held.person_id)`,
    lastUsed: sql`max(${last})`,
  })
  const unused = query.unused
    ? sql`having coalesce(max(${last}) < ${firstOfDays(query.unused)}::date, true)`
    : sql``
  const conditions = [...ofPermission(query), ...searched(sql`role.search`, query.search)]
  const of = sql`
    role.id as role_id, permission.place, count(distinct held.person_id)::bigint as people, held.condition
    ${joined} join roles as role on role.id = held.role_id`
  const rows = await queryAll(db)<HeldByRole & { total: number }>`
    with ${heldPermissions(scope)},
    found as materialized (
      select ${key} as key, ${of} ${where(conditions)}
      group by role.id, held.condition, permission.place, permission.module, permission.submodule,
        permission.action
      ${unused}
    ),
    page as (
      select found.*, row_number() over (
        order by key ${direction} nulls last, role_id ${direction}, place ${direction}) as rank
      from found
      order by key ${direction} nulls last, role_id ${direction}, place ${direction}
      ${limit(query.limit, (query.page - 1) * query.limit)}
    )
    select page.role_id || '-' || lpad(page.place::text, 3, '0') as _id,
      json_build_object('_id', role.id, 'name', role.name, 'system', role.system) as role,
      json_build_object('module', permission.module, 'submodule', permission.submodule,
        'action', permission.action) as permission,
      page.condition, page.people, uses.last as "lastUsed", coalesce(uses.recent, 0) as uses, counted.total
    from (select count(*) as total from found) as counted
    left join page on true
    left join roles as role on role.id = page.role_id
    left join catalogue as permission on permission.place = page.place
    left join (
      select held.role_id, held.place, max(${lastUse(person)}) as last, sum(${recentUses(person)})::bigint as recent
      from (
        select distinct held.person_id, held.role_id, held.place from held
        where (held.role_id, held.place) in (select role_id, place from page)
      ) as held join catalogue as permission on permission.place = held.place
      group by held.role_id, held.place
    ) as uses on uses.role_id = page.role_id and uses.place = page.place
    order by page.rank
  `
  const total = rows[0]?.total ?? 0
  const onPage = rows.filter(({ _id }) => _id !== null)
  return {
    rows: onPage.map(({ total: _, ...row }) => row),
    pagination: paginationOf(query, total),
  }
}
