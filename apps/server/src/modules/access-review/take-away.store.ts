import type { BodyOf, DataOf } from '@steward/contract/calls/endpoints'
import { sql } from 'kysely'
import type { Db } from '../../db/connection/connection.ts'
import { queryAll } from '../../db/connection/query.ts'
import { where } from '../../db/filters/conditions.ts'
import type { ReadScope } from '../../db/list/state.ts'
import { isHeldNow } from '../../db/write/loans.ts'
import { seenStaff } from './held-permissions.store.ts'

export type OfRole = BodyOf<'accessReview.giveBack'>['permissions'][number]
type Preview = DataOf<'accessReview.preview'>['permissions'][number]

export interface FoundOfRole extends Omit<Preview, 'obstacle'> {
  system: boolean
  status: 'active' | 'inactive' | 'deleted'
  granted: boolean
}

/** Whether `person` has the role joined as `role`, by itself or until a time. */
const hasRole = sql`(
  person.role_id = role.id or exists (
    select 1 from temporary_roles as held
    where held.user_id = person.id and held.role_id = role.id and ${isHeldNow})
)`

/**
 * What is known of permissions of roles, in their order; roles that don't exist are left out.
 * @param since the first day (UTC) whose uses count
 * @param scope whose people they are; null for all
 */
export const findOfRoles = (
  db: Db,
  named: readonly OfRole[],
  since: string,
  scope: ReadScope | null,
) =>
  queryAll(db)<FoundOfRole>`
    with seen as (select t.* from users as t ${where(seenStaff(scope))})
    select json_build_object('_id', role.id, 'name', role.name) as role, role.system, role.status,
      json_build_object('module', named.permission ->> 'module',
        'submodule', named.permission ->> 'submodule',
        'action', named.permission ->> 'action') as permission,
      jsonb_path_exists(
        role.permissions,
        '$[*] ? (@.module == $module).submodules[*] ? (@.name == $submodule).actions.keyvalue() ? (@.key == $action && @.value == true)',
        named.permission
      ) as granted,
      (select count(*) from seen as person
        join roles as own on own.id = person.role_id and own.status = 'active'
        where ${hasRole} and person.status = 'active') as people,
      used.people as "usedBy", used.count as "usedCount"
    from json_to_recordset(${JSON.stringify(named.map((each, rank) => ({ ...each, rank })))}::json)
      as named (role uuid, permission jsonb, rank int)
    join roles as role on role.id = named.role
    cross join lateral (
      select coalesce(json_agg(json_build_object('_id', last.id, 'name', last.name,
          'image', last.image, 'lastUsed', last.day) order by last.rank)
          filter (where last.rank <= 5), '[]') as people,
        count(*) as count
      from (
        select person.id, person.name, person.image, max(use.day) as day,
          row_number() over (order by max(use.day) desc, person.id) as rank
        from seen as person join permission_uses as use on use.user_id = person.id
          and use.module = named.permission ->> 'module'
          and use.submodule = named.permission ->> 'submodule'
          and use.action = named.permission ->> 'action' and use.day >= ${since}::date
        where ${hasRole}
        group by person.id, person.name, person.image
      ) as last
    ) as used
    order by named.rank
  `
