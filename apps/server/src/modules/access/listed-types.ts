import { permission } from '@steward/contract/permissions/permissions'
import { type UserType, userSubmodule, userTypes } from '@steward/contract/users/users'
import { hasPermission } from '../../http/authorize.ts'
import type { Staff } from '../../http/session.ts'

/** The types of people whom a member of staff may list (contract, last table). */
export const listedTypes = (staff: Pick<Staff, 'permissions'>): UserType[] =>
  userTypes.filter((type) => hasPermission(staff, permission('Users', userSubmodule[type], 'list')))
