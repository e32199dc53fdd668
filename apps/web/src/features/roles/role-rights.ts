import { type Rights, rightsBeyond } from '@steward/contract/permissions/conditions'
import type { Role } from '../../api/answers/records.ts'
import { notHeld } from '../../shared/permissions/granted.ts'

/** What a role permits, as far as its server says. */
export const rightsOfRole = (role: Role): Rights => ({
  permissions: role.permissions ?? [],
  conditions: role.conditions ?? [],
  fieldRules: role.fieldRules ?? [],
})

/** Whether a role permits something that somebody's own rights don't. */
export const isBeyond = (role: Role, own: Rights): boolean =>
  notHeld(role.permissions ?? [], own.permissions).length > 0 ||
  rightsBeyond(rightsOfRole(role), own).length > 0
