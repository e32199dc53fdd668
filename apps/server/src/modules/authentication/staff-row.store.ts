import type { FieldRule, RowCondition } from '@steward/contract/permissions/conditions'
import type { PermissionModule } from '@steward/contract/permissions/permissions'
import { type RawBuilder, sql } from 'kysely'
import { isActiveLoan, isHeldNow } from '../../db/write/loans.ts'

/** An active admin with what they may. */
export interface StaffRow {
  user_id: string
  user_name: string
  /** The modules of the role's permissions, its conditions and field rules, as JSON text. */
  permissions: string
  conditions: string
  field_rules: string
  system: boolean
  /** The {@link HeldRole}s that the person has until a time, as JSON text; null for most people. */
  temporary_roles: string | null
  /** The {@link Loan}s that the person has now, as JSON text; null for most people. */
  loans: string | null
}

/** A temporary role as {@link StaffRow} has it. */
export interface HeldRole {
  id: string
  name: string
  permissions: PermissionModule[]
  conditions: RowCondition[]
  field_rules: FieldRule[]
  system: false
}

/** Whether a user, by id, has an authenticator app or a passkey. */
export const hasSecondFactor = (user: RawBuilder<unknown>): RawBuilder<boolean> => sql`(
  exists (select 1 from totp where totp.user_id = ${user} and totp.secret is not null)
  or exists (select 1 from passkeys where passkeys.user_id = ${user})
)`

/** The roles `further` that `person` has until a time, at this moment; goes behind `from`. */
export const heldRoles = sql`
  temporary_roles as held join roles as further on further.id = held.role_id
  where held.user_id = person.id and ${isHeldNow} and further.status = 'active'`

/** Whether a role of `person` requires a second factor, which they lack; `role` is the one that they have without an end. */
export const lacksSecondFactor = sql<boolean>`(
  (role.require_second_factor or exists (select 1 from ${heldRoles} and further.require_second_factor))
  and not ${hasSecondFactor(sql`person.id`)})`

/** The columns of a {@link StaffRow}, from `person` and `role`. */
export const staffColumns = sql`
  person.id as user_id, person.name as user_name, role.permissions::text as permissions,
  role.conditions::text as conditions, role.field_rules::text as field_rules, role.system,
  (
    select json_agg(json_build_object(
      'id', held.id, 'name', further.name, 'permissions', further.permissions,
      'conditions', further.conditions, 'field_rules', further.field_rules, 'system', false))::text
    from ${heldRoles} and not further.system
  ) as temporary_roles,
  (
    select json_agg(json_build_object(
      'id', loan.id, 'area', loan.area, 'ids', loan.record_ids,
      'permission', json_build_object(
        'module', loan.module, 'submodule', loan.submodule, 'action', loan.action),
      'grantedBy', json_build_object('_id', loan.decided_by, 'name', loan.decided_by_name)))::text
    from loans as loan where loan.user_id = person.id and ${isActiveLoan}
  ) as loans`

/** Whether `person` with `role` is an active admin with an active role. */
export const isActiveStaff = sql`
  person.deleted_at is null and person.type = 'admin' and person.status = 'active'
  and role.status = 'active'`
