import { rightsOfAll } from '@steward/contract/permissions/joined-rights'
import type { Selectable } from 'kysely'
import type { Db } from '../../db/connection/connection.ts'
import { queryAll } from '../../db/connection/query.ts'
import type { Tables } from '../../db/schema/tables.ts'
import { isHeldNow } from '../../db/write/loans.ts'
import type { WriteTransaction } from '../../db/write/write-transaction.ts'
import { type Session, sessionEnded } from '../../http/session.ts'
import { isId } from '../../ids.ts'
import { permissionsOf, rightsOfRole, type StaffRights } from './permissions.rules.ts'
import type { RoleRecord } from './roles.store.ts'

export type UserRecord = Selectable<Tables['users']>

export interface Authority {
  user: UserRecord
  role: RoleRecord | null
  /** What the person's role permits, whatever its status, with the roles that they have until a time. */
  rights: StaffRights
  /** What the role alone permits, which is all that can be given to others. */
  lasting: StaffRights
  /** The identity provider that alone decides about the role; null where that is decided here. */
  provider: RoleSource | null
}

export interface RoleSource {
  id: string
  name: string
  /** The service account that provisions for it by SCIM, and so changes the role in its name. */
  provisioner_id: string | null
}

/** The people and roles that a write concerns, locked. */
export interface Authorities {
  /** What the acting person may do at this moment. */
  session: Session
  self: Authority
  person(id: string): Authority | undefined
  role(id: string): RoleRecord | undefined
}

const nothing: StaffRights = {
  permissions: permissionsOf([], false),
  conditions: [],
  fieldRules: [],
}

/** Locks people, then roles, by `_id`; throws a Failure `no_session` where access has ended. */
export async function lockAuthorities(
  { tx, lock }: WriteTransaction,
  session: Session,
  { users = [], roles = [] }: { users?: readonly string[]; roles?: readonly string[] },
): Promise<Authorities> {
  const lockedUsers = await lock('users', unique([session.user.id, ...users.filter(isId)]))
  const held = lockedUsers.flatMap(({ role_id }) => role_id ?? [])
  const lockedRoles = await lock('roles', unique([...held, ...roles.filter(isId)]))

  const roleById = new Map(lockedRoles.map((role) => [role.id, role]))
  const providers = await findSources(tx, lockedUsers)
  const further = await findFurther(tx, lockedUsers)
  const people = new Map<string, Authority>()
  for (const user of lockedUsers) {
    const role = (user.role_id && roleById.get(user.role_id)) || null
    const lasting = role ? rightsOfRole(role) : nothing
    const own = further.filter(({ user_id }) => user_id === user.id)
    const rights = rightsOfAll([lasting, ...own.map(rightsOfRole)])
    const provider = providers.find(({ id }) => id === user.provider_id) ?? null
    people.set(user.id, { user, role, rights, lasting, provider })
  }
  const self = people.get(session.user.id)
  if (!self || !mayAct(self)) throw sessionEnded()
  return {
    session: {
      ...session,
      ...self.rights,
      lasting: self.lasting,
      owner: self.role?.system === true,
    },
    self,
    person: (id) => people.get(id.toLowerCase()),
    role: (id) => roleById.get(id.toLowerCase()),
  }
}

/** The roles that some people have until a time, locked. */
const findFurther = (tx: Db, users: readonly UserRecord[]) =>
  queryAll(tx)<RoleRecord & { user_id: string }>`
    select held.user_id, further.*
    from temporary_roles as held join roles as further on further.id = held.role_id
    where held.user_id = any(${users.map(({ id }) => id)}::uuid[]) and ${isHeldNow}
      and further.status = 'active' and not further.system
    for share of held`

/** The enabled identity providers of some people; one that is turned off decides about nobody. */
async function findSources(tx: Db, users: readonly UserRecord[]): Promise<RoleSource[]> {
  const ids = unique(users.flatMap(({ provider_id }) => provider_id ?? []))
  if (ids.length === 0) return []
  return await queryAll(tx)<RoleSource>`
    select id, name, provisioner_id from identity_providers
    where enabled and id = any(${ids}::uuid[])`
}

const unique = (ids: readonly string[]) => [...new Set(ids.map((id) => id.toLowerCase()))]

export const mayAct = ({ user, role }: Authority): boolean =>
  user.deleted_at === null &&
  user.type === 'admin' &&
  user.status === 'active' &&
  role?.status === 'active'
