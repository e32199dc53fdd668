import { allPermissions } from '@steward/contract/permissions/permissions'
import { type RawBuilder, sql } from 'kysely'

const catalogue = JSON.stringify(allPermissions.map((each, place) => ({ ...each, place })))

/**
 * Common table expressions, after WITH, of who holds what:
 * `catalogue` (module, submodule, action, place), `granted` (role_id, place) by active roles, and
 * `held` (person_id, place, kind, role_id, provider_id), a row for each source of a permission of staff that isn't deleted.
 * A further source is a further part of the union in `held`.
 * @param people of these alone
 */
export const heldPermissions = (people?: readonly string[]): RawBuilder<unknown> => {
  const chosen = people ? sql`and person.id = any(${people}::uuid[])` : sql``
  return sql`
    catalogue as (
      select * from json_to_recordset(${catalogue}::json)
        as permission (module text, submodule text, action text, place int)
    ),
    granted as materialized (
      select role.id as role_id, permission.place
      from roles as role
      cross join lateral jsonb_array_elements(role.permissions) as m (module)
      cross join lateral jsonb_array_elements(m.module -> 'submodules') as s (submodule)
      cross join lateral jsonb_each(s.submodule -> 'actions') as flag (action, granted)
      join catalogue as permission on permission.module = m.module ->> 'module'
        and permission.submodule = s.submodule ->> 'name' and permission.action = flag.action
      where role.status = 'active' and not role.system and flag.granted = 'true'
      union all
      select role.id, permission.place from roles as role cross join catalogue as permission
      where role.status = 'active' and role.system
    ),
    held as (
      select person.id as person_id, granted.place, role.id as role_id, provider.id as provider_id,
        case when role.system then 'owner' when provider.id is null then 'role' else 'group' end as kind
      from users as person
      join roles as role on role.id = person.role_id
      join granted on granted.role_id = role.id
      left join identity_providers as provider on provider.id = person.provider_id and provider.enabled
      where person.type = 'admin' and person.deleted_at is null ${chosen}
    )`
}
