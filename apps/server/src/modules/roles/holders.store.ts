import type { BodyOf, DataOf } from '@steward/contract/calls/endpoints'
import { rightsBeyond } from '@steward/contract/permissions/conditions'
import { holds, type Permission, permission } from '@steward/contract/permissions/permissions'
import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { inNameOrder } from '../../db/collation.ts'
import type { Db } from '../../db/connection/connection.ts'
import { queryAll } from '../../db/connection/query.ts'
import { where } from '../../db/filters/conditions.ts'
import { scopedState } from '../../db/list/scope.ts'
import { current } from '../../db/list/source.ts'
import type { ReadScope } from '../../db/list/state.ts'
import { isHeldNow } from '../../db/write/loans.ts'
import { firstCountedDay } from './permission-uses.store.ts'
import { rightsOfRole } from './permissions.rules.ts'
import { mustBeChangeable } from './roles.rules.ts'
import { findRole } from './roles.store.ts'

type Holder = DataOf<'permissions.why'>['granters'][number]

const updateRoles = permission('Roles', 'Roles', 'update')

/** Whether the role joined as `role` grants a permission. */
const grants = ({ module, submodule, action }: Permission): RawBuilder<SqlBool> => sql`(
  role.system or jsonb_path_exists(
    role.permissions,
    '$[*] ? (@.module == $m).submodules[*] ? (@.name == $s).actions.keyvalue() ? (@.key == $a && @.value == true)',
    jsonb_build_object('m', ${module}::text, 's', ${submodule}::text, 'a', ${action}::text)
  )
)`

const byName = sql`${inNameOrder('person.name')}, person.id`
const activePeople = sql`
  select person.id as _id, person.name, person.image,
    json_build_object('_id', role.id, 'name', role.name) as role, count(*) over () as total
  from users as person join roles as role on role.id = person.role_id
  where person.deleted_at is null and person.type = 'admin' and person.status = 'active'
    and role.status = 'active'`

/** Whether a scope lets the person of a row be seen. */
function isSeen(scope: ReadScope | null): RawBuilder<SqlBool> {
  const seen = scope?.seen('users', current) ?? []
  if (seen.length === 0) return sql`true`
  return sql`exists (
    select 1 from (select person.id as asked) as one join users as t on t.id = one.asked ${where(seen)})`
}

/** Finds people who hold a permission and may update roles; owners first, at most 50. */
export const findGranters = (db: Db, wanted: Permission) =>
  queryAll(db)<Holder>`
    ${activePeople} and ${grants(wanted)} and ${grants(updateRoles)}
    order by role.system desc, ${byName} limit 50
  `

/** Finds active people who hold a permission and are seen by name, at most 100, with their total. */
export async function findHolders(db: Db, wanted: Permission, scope: ReadScope | null) {
  const people = await queryAll(db)<Holder & { total: number }>`
    ${activePeople} and ${grants(wanted)} and ${isSeen(scope)} order by ${byName} limit 100
  `
  return { people, count: people[0]?.total ?? 0 }
}

/** Finds the roles that grant a permission and aren't deleted, by name. */
export const findGrantingRoles = (db: Db, wanted: Permission, scope: ReadScope | null) =>
  queryAll(db)<DataOf<'permissions.holders'>['roles'][number]>`
    select role.id as _id, role.name, role.status, t."userCount"
    from roles as role cross join lateral (
      select ${(scope ? scopedState(current, scope) : current).countIn('users')} as "userCount"
      from (select role.id) as t) as t
    where role.status <> 'deleted' and ${grants(wanted)}
    order by ${inNameOrder('role.name')}, role.id
  `

type RoleEffect = DataOf<'roles.effect'>

/** Finds people with a role, also until a time, who are seen by name, at most 100; `total` and `active` count the others as well. */
const findRoleHolders = (db: Db, roleId: string, scope: ReadScope | null) =>
  queryAll(db)<RoleEffect['people'][number] & { total: number; active: number }>`
    select id as _id, name, image, status, count(*) over () as total,
      count(*) filter (where status = 'active') over () as active
    from users as person
    where person.deleted_at is null and ${isSeen(scope)} and (
      person.role_id = ${roleId} or person.id in (
        select held.user_id from temporary_roles as held where held.role_id = ${roleId} and ${isHeldNow}))
    order by ${byName} limit 100
  `

/**
 * Counts uses of a role's permissions by its people who are seen since a day (UTC), most first; `total` counts those beyond `max` as
 * well.
 * @param max how many rows, one for each person and permission; all by default
 */
export async function findRoleUses(
  db: Db,
  roleId: string,
  permissions: readonly Permission[],
  since: string,
  scope: ReadScope | null,
  max: number | null = null,
) {
  if (permissions.length === 0) return []
  type Use = RoleEffect['refused'][number] & { firstDay: string; total: number }
  return await queryAll(db)<Use>`
    select json_build_object('_id', person.id, 'name', person.name, 'image', person.image) as person,
      json_build_object('module', use.module, 'submodule', use.submodule, 'action', use.action)
        as permission,
      sum(use.n)::bigint as requests, min(use.day) as "firstDay", max(use.day) as "lastDay",
      (sum(sum(use.n)) over ())::bigint as total
    from users as person
    join permission_uses as use on use.user_id = person.id and use.day >= ${since}::date
    join json_to_recordset(${JSON.stringify(permissions)}::json)
      as lost (module text, submodule text, action text)
      on (lost.module, lost.submodule, lost.action) = (use.module, use.submodule, use.action)
    where person.role_id = ${roleId} and person.deleted_at is null and ${isSeen(scope)}
    group by person.id, use.module, use.submodule, use.action
    order by requests desc, ${byName}, use.module, use.submodule, use.action
    limit ${max}::int
  `
}

/**
 * The rights of a role as it is saved and as a draft would have it, and what these take away.
 * @throws {Failure} `not_found` or `unsafe` where the role can't be changed
 */
export async function comparedRights(
  db: Db,
  { _id, permissions, conditions, fieldRules }: BodyOf<'roles.effect'>,
) {
  const role = mustBeChangeable(await findRole(db, _id))
  const saved = rightsOfRole(role)
  const draft = {
    permissions,
    conditions: conditions ?? saved.conditions,
    fieldRules: fieldRules ?? saved.fieldRules,
  }
  const lost = rightsBeyond(saved, draft, true)
  const isKept = (each: Permission) => holds(permissions, each)
  return {
    role,
    saved,
    draft,
    lost,
    /** Of what is lost, the permissions that the draft doesn't have at all; it narrows the others. */
    gone: lost.filter((each) => !isKept(each)),
    narrowed: lost.filter(isKept),
  }
}

/** How the people of a role who are seen would be affected by changed permissions. */
export async function roleEffect(
  db: Db,
  sent: BodyOf<'roles.effect'>,
  scope: ReadScope | null,
): Promise<RoleEffect> {
  const { role, saved, draft, lost, gone } = await comparedRights(db, sent)
  const since = firstCountedDay()
  const [holders, uses] = await Promise.all([
    findRoleHolders(db, role.id, scope),
    findRoleUses(db, role.id, gone, since, scope, 200),
  ])
  const activeCount = holders[0]?.active ?? 0
  const moved = (permission: Permission) => ({ permission, people: activeCount })
  return {
    people: holders,
    peopleCount: holders[0]?.total ?? 0,
    activeCount,
    gained: rightsBeyond(draft, saved, true).map(moved),
    lost: lost.map(moved),
    since,
    refused: uses,
    refusedCount: uses[0]?.total ?? 0,
  }
}
