import { type AreaName, areas } from '@steward/contract/areas/areas'
import { conditionsOf, type Rights } from '@steward/contract/permissions/conditions'
import { holds, type Permission } from '@steward/contract/permissions/permissions'
import type { refusalReasons } from '@steward/contract/roles/replay'
import { type UserType, userSubmodule } from '@steward/contract/users/users'
import { tableOf } from '../../db/schema/tables.ts'
import type { Change } from '../../db/write/audit-lines.ts'
import { stableJson } from '../../stable-json.ts'
import { lockedFields } from '../records/field-rules.ts'
import { needed } from '../records/needed.ts'

/** What entries of the audit log have in common that a role is asked for, apart from the values of their rows. */
export interface ChangeShape {
  area: AreaName
  imported: boolean
  before: RowShape | null
  after: RowShape | null
  /** The columns that an edit changed. */
  columns: readonly string[]
}

interface RowShape {
  deleted: boolean
  /** The type of a user. */
  type: UserType | null
}

/** Why something is refused. */
export interface Refusal {
  permission: Permission
  reason: (typeof refusalReasons)[number]
  field: string | null
}

/** Rows of a change that have to be among those that a permission is for. */
export interface RowCheck {
  permission: Permission
  before: boolean
  after: boolean
}

/** Whether rights refuse changes of a shape: all of them, or those whose rows don't pass the checks. */
export interface Verdict {
  refusal: Refusal | null
  checks: readonly RowCheck[]
}

/** A change of a shape, which differs in its columns and has no other values. */
function changeOf({ area, before, after, columns }: ChangeShape): Change {
  const rowOf = (side: string, row: RowShape | null) => {
    if (!row) return null
    const changed = Object.fromEntries(columns.map((column) => [column, side]))
    const state =
      area === 'roles'
        ? row.deleted && { status: 'deleted' }
        : { deleted_at: row.deleted ? 'then' : null }
    return { ...changed, ...state, ...(row.type && { type: row.type }) }
  }
  return { table: tableOf(area), before: rowOf('before', before), after: rowOf('after', after) }
}

/** What rights say to changes of a shape. */
export function judge(rights: Rights, shape: ChangeShape): Verdict {
  const { area, before, imported } = shape
  const change = changeOf(shape)
  const needs = needed(area, change, imported)
  const missing = needs.find(({ permission }) => !holds(rights.permissions, permission))
  if (missing) return refused(missing.permission, 'permission')
  const [field] = lockedFields(area, change, rights)
  const [first] = needs
  if (field && first) return refused(first.permission, 'field', field)
  // A record that isn't among those of the list is as if it weren't there.
  const seen = before
    ? [{ permission: listing(area, before.type), before: true, after: false }]
    : []
  const own = needs.map(({ permission, before: former, after }) => ({
    permission,
    before: former !== null,
    after: after !== null,
  }))
  const checks = [...seen, ...own].filter(({ permission }) => conditionsOf(rights, permission))
  return { refusal: null, checks }
}

const refused = (
  permission: Permission,
  reason: Refusal['reason'],
  field: string | null = null,
): Verdict => ({ refusal: { permission, reason, field }, checks: [] })

const listing = (area: AreaName, type: UserType | null): Permission => {
  const { module, title } = areas[area]
  return { module, submodule: type ? userSubmodule[type] : title, action: 'list' } as Permission
}

/** Whether two checks ask the same of the same rows. */
export const isSameCheck = (one: RowCheck, of: Rights, other: RowCheck, ofOther: Rights): boolean =>
  // The database gives the keys of a condition in an order of its own.
  stableJson([one, conditionsOf(of, one.permission)]) ===
  stableJson([other, conditionsOf(ofOther, other.permission)])
