import { allPermissions } from '@steward/contract/permissions/permissions'
import { type RawBuilder, sql } from 'kysely'
import { type Condition, where } from '../../db/filters/conditions.ts'
import { current } from '../../db/list/source.ts'
import type { ReadScope } from '../../db/list/state.ts'
import { isActiveLoan, isHeldNow } from '../../db/write/loans.ts'

const catalogue = JSON.stringify(allPermissions.map((each, place) => ({ ...each, place })))

/** The conditions on `t` of staff that isn't deleted and that a scope lets see. */
export const seenStaff = (scope: ReadScope | null): Condition[] => [
  { sql: sql`t.type = 'admin'` },
  { sql: sql`t.deleted_at is null` },
  ...(scope?.seen('users', current) ?? []),
]

/**
 * Common table expressions, after WITH, of who holds what:
 * `catalogue` (module, submodule, action, place), `granted` (role_id, place, condition) by active roles, and
 * `held` (person_id, place, kind, role_id, condition, provider_id, given_id, until, records), a row for each source of a
 * permission of staff that isn't deleted and whose role is active. A loan has no role.
 * @param scope whose people they are; null for all
 * @param people of these alone
 */
export const heldPermissions = (
  scope: ReadScope | null,
  people?: readonly string[],
): RawBuilder<unknown> => {
  const chosen = people ? [{ sql: sql<boolean>`t.id = any(${people}::uuid[])` }] : []
  return sql`
    catalogue as (
      select * from json_to_recordset(${catalogue}::json)
        as permission (module text, submodule text, action text, place int)
    ),
    granted as materialized (
      select role.id as role_id, permission.place,
        case when role.conditions <> '[]' then jsonb_path_query_first(
          role.conditions,
          '$[*] ? (@.module == $module && @.submodule == $submodule && @.action == $action).where',
          to_jsonb(permission)
        ) end as condition
      from roles as role
      cross join lateral jsonb_array_elements(role.permissions) as m (module)
      cross join lateral jsonb_array_elements(m.module -> 'submodules') as s (submodule)
      cross join lateral jsonb_each(s.submodule -> 'actions') as flag (action, granted)
      join catalogue as permission on permission.module = m.module ->> 'module'
        and permission.submodule = s.submodule ->> 'name' and permission.action = flag.action
      where role.status = 'active' and not role.system and flag.granted = 'true'
      union all
      select role.id, permission.place, null from roles as role cross join catalogue as permission
      where role.status = 'active' and role.system
    ),
    staff as (
      select t.id, t.role_id, t.provider_id, own.system
      from users as t join roles as own on own.id = t.role_id and own.status = 'active'
      ${where([...seenStaff(scope), ...chosen])}
    ),
    given as (
      select staff.id as person_id, staff.role_id, provider.id as provider_id,
        null::uuid as given_id, null::timestamptz as until,
        case when staff.system then 'owner' when provider.id is null then 'role' else 'group' end as kind
      from staff
      left join identity_providers as provider on provider.id = staff.provider_id and provider.enabled
      union all
      select staff.id, held.role_id, null, held.id, held.until, 'temporaryRole'
      from staff join temporary_roles as held on held.user_id = staff.id and ${isHeldNow}
      join roles as further on further.id = held.role_id and not further.system
    ),
    held as (
      select given.person_id, granted.place, given.kind, given.role_id, granted.condition,
        given.provider_id, given.given_id, given.until, null::int as records
      from given join granted on granted.role_id = given.role_id
      union all
      select staff.id, permission.place, 'loan', null, null, null, loan.id, loan.ends_at,
        cardinality(loan.record_ids)
      from staff join loans as loan on loan.user_id = staff.id and ${isActiveLoan}
      join catalogue as permission on permission.module = loan.module
        and permission.submodule = loan.submodule and permission.action = loan.action
    )`
}
