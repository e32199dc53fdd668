import { type Area, type AreaName, areas } from '../areas/areas.ts'
import { type Field, type Fields, namesWhere } from '../areas/field.ts'
import { areaFields, type Listed, listings, titleField } from '../areas/listings.ts'
import { userSubmodule } from '../users/users.routes.ts'
import type { Permission } from './permission-catalogue.ts'
import { grantedIn, holds, type PermissionModule, permissionModules } from './permissions.ts'

type UserType = keyof typeof userSubmodule

/** Filters of a list as its address holds them, such as `{ "amount.max": "500", payer: ["me"] }`. */
export type Where = Readonly<Record<string, string | string[]>>

/** Which rows a permission is for. Of several with the same permission, any one is enough. */
export interface RowCondition {
  module: string
  submodule: string
  action: string
  where: Where
  /** Of the rights of several roles: the place of the one that has it. An edit must meet those of one role before and after. */
  role?: number
  /**
   * Of the rights of several roles: what the role with this condition shows, where another role shows others. The permission
   * is for what is among both; where the role has no condition of its own for it, `where` is empty.
   */
  within?: readonly RowCondition[]
}

/** The fields of a submodule's records that aren't shown (`hidden`) or can't be changed (`readOnly`). */
export interface FieldRule {
  module: string
  submodule: string
  hidden: string[]
  readOnly: string[]
}

/** What a role permits: its permissions, and what narrows them. */
export interface Rights {
  permissions: readonly PermissionModule[]
  conditions: readonly RowCondition[]
  fieldRules: readonly FieldRule[]
}

/** Rights with every flag of the catalogue. */
export type WholeRights = Rights & { permissions: PermissionModule[] }

/** Limits of a role's rights. */
export const rightsLimits = { conditions: 100 } as const

/**
 * Areas whose permissions take no conditions on rows: a role is given as a whole, and categories are a tree, of which no part
 * stands without the others.
 */
const withoutConditions: readonly AreaName[] = ['roles', 'categories']

export interface SubmoduleArea {
  area: AreaName
  /** The type of people that the submodule is about; null for all types, and for other areas. */
  type: UserType | null
}

/** The area whose records a submodule's permissions are about; undefined for parts of the system. */
export function areaOfSubmodule(module: string, submodule: string): SubmoduleArea | undefined {
  for (const [name, area] of Object.entries<Area>(areas)) {
    if (area.module !== module) continue
    if (name === 'users') {
      const type = Object.entries(userSubmodule).find(([, title]) => title === submodule)?.[0]
      if (type || submodule === 'Shopping feed')
        return { area: 'users', type: (type as UserType | undefined) ?? null }
    } else if (area.title === submodule) return { area: name as AreaName, type: null }
  }
  return undefined
}

/** Whether the permissions of an area may have conditions on rows. */
export const hasConditions = (area: AreaName): boolean => !withoutConditions.includes(area)

/** Whether a permission is about rows of which a role may show some. */
export const isOfRows = ({ module, submodule }: Pick<Permission, 'module' | 'submodule'>) => {
  const found = areaOfSubmodule(module, submodule)
  return found !== undefined && hasConditions(found.area)
}

/**
 * Whether a permission may have a condition on rows. `view` and `comment` take none of their own: they are for the rows that
 * the role lists.
 */
export const takesCondition = (permission: Permission): boolean =>
  isOfRows(permission) && !['view', 'comment'].includes(permission.action)

/** Fields whose filters can't be a condition: texts are personal data, and activity is noted without a version. */
const unconditional = new Set(['lastActiveAt', 'userCount', 'postCount'])

/** The filters of a list that a condition can use: those of the record's own columns. */
export function conditionFilters(area: AreaName): Listed {
  const listed: Listed = listings[area]
  const fields: Fields = areaFields[area]
  const filters = Object.entries(listed.filters).filter(([name, kind]) => {
    const field = fields[name]
    return (
      field &&
      !field.virtual &&
      field.kind !== 'record' &&
      kind !== 'text' &&
      !unconditional.has(name)
    )
  })
  const names = filters.map(([name]) => name)
  const optional = (listed.optional ?? []).filter(
    (name) => names.includes(name) && fields[name]?.kind !== 'namedPerson',
  )
  return { ...listed, filters: Object.fromEntries(filters), optional }
}

/** The filters of an area whose totals are exact at any size: those that its counters have. */
export const countedFilters = (area: AreaName): string[] =>
  Object.keys(conditionFilters(area).filters).filter(
    (name) => (areaFields[area] as Fields)[name]?.filterable === 'counted',
  )

const common = ['createdAt', 'updatedAt', 'deletedAt', 'deletedBy']
const identifying = [
  'status',
  'type',
  'role',
  'currency',
  'service',
  'emailConfirmed',
  'permissions',
  'system',
]

/** The fields that a role may hide: all but those that say which record it is, its state and its times. */
export const hideableFields = (area: AreaName): string[] =>
  area === 'roles'
    ? []
    : Object.entries<Field>(areaFields[area])
        .filter(
          ([name, { virtual }]) =>
            !virtual && ![titleField(area), ...common, ...identifying].includes(name),
        )
        .map(([name]) => name)

/** The fields that a role may make read-only: those that people may change. */
export const lockableFields = (area: AreaName): string[] =>
  area === 'roles' ? [] : namesWhere(areaFields[area] as Fields, 'editable')

const isOf =
  ({ module, submodule, action }: { module: string; submodule: string; action?: string }) =>
  (other: { module: string; submodule: string; action?: string }) =>
    other.module === module && other.submodule === submodule && other.action === action

/** What narrows a permission to some rows; undefined where nothing does. */
export function limitsOf(
  { conditions }: Pick<Rights, 'conditions'>,
  permission: Permission,
): readonly RowCondition[] | undefined {
  const found = conditions.filter(isOf(permission))
  return found.length > 0 ? found : undefined
}

/** The conditions of a permission; undefined where it isn't narrowed. */
export const conditionsOf = (
  rights: Pick<Rights, 'conditions'>,
  permission: Permission,
): readonly Where[] | undefined => limitsOf(rights, permission)?.map(({ where }) => where)

/** The permissions to list what a permission is about, whose conditions are for it, too. */
export const listsOf = ({
  module,
  submodule,
}: {
  module: string
  submodule: string
}): Permission[] => {
  const isOfAllTypes = areaOfSubmodule(module, submodule)?.type === null && module === 'Users'
  const submodules = isOfAllTypes ? Object.values(userSubmodule) : [submodule]
  return submodules.map((each) => ({ module, submodule: each, action: 'list' }) as Permission)
}

/** The field rule of a submodule, if there is one. */
export const fieldRuleOf = (
  { fieldRules }: Pick<Rights, 'fieldRules'>,
  of: { module: string; submodule: string },
): FieldRule | undefined => fieldRules.find(isOf({ module: of.module, submodule: of.submodule }))

/** Whether a permission is for all rows of its list, with every field. */
export function isWhole(rights: Rights, permission: Permission): boolean {
  const list = { ...permission, action: 'list' } as Permission
  return (
    !conditionsOf(rights, permission) && !conditionsOf(rights, list) && !fieldRuleOf(rights, list)
  )
}

const canonical = ({ where, within }: Pick<RowCondition, 'where' | 'within'>): string =>
  within ? JSON.stringify([canonicalWhere(where), within]) : canonicalWhere(where)

const canonicalWhere = (where: Where): string =>
  JSON.stringify(
    Object.entries(where)
      .map(([key, value]) => [key, typeof value === 'string' ? [value] : [...value].sort()])
      .sort(([one], [other]) => (String(one) < String(other) ? -1 : 1)),
  )

/** Whether a condition depends on who holds it. */
const isPersonal = ({ where, within }: Pick<RowCondition, 'where' | 'within'>): boolean =>
  Object.values(where).some((value) =>
    typeof value === 'string' ? value === 'me' : value.includes('me'),
  ) ||
  (within?.some(isPersonal) ?? false)

/**
 * Whether the rows of a permission in `rights` are all among those in `others`, as far as that can be told: a condition is
 * within an equal one alone.
 */
function isWithinConditions(
  rights: Rights,
  others: Rights,
  permission: Permission,
  samePeople: boolean,
): boolean {
  const outer = limitsOf(others, permission)
  if (!outer) return true
  const inner = limitsOf(rights, permission)
  if (!inner) return false
  // What is `me` for one person are other rows for another.
  const allowed = outer.filter((each) => samePeople || !isPersonal(each)).map(canonical)
  return inner.every(
    (each) => allowed.includes(canonical(each)) || allowed.includes(canonicalWhere(each.where)),
  )
}

/** Whether `rights` shows and changes no field of a permission's records that `others` doesn't. */
function isWithinFields(
  rights: Rights,
  others: Rights,
  { module, submodule }: Permission,
): boolean {
  const outer = fieldRuleOf(others, { module, submodule })
  if (!outer) return true
  const inner = fieldRuleOf(rights, { module, submodule })
  const isHidden = (name: string) => inner?.hidden.includes(name) ?? false
  return (
    outer.hidden.every(isHidden) &&
    outer.readOnly.every((name) => isHidden(name) || (inner?.readOnly.includes(name) ?? false))
  )
}

/** The rights of owners: every permission, for all rows and fields. */
export const ownersRights: Rights = {
  permissions: permissionModules(() => true),
  conditions: [],
  fieldRules: [],
}

/**
 * The permissions that `rights` grant and `others` don't, or don't for all those rows and fields.
 * @param samePeople whether both are held by the same people, as a role's before and after a change
 */
export const rightsBeyond = (rights: Rights, others: Rights, samePeople = false): Permission[] =>
  grantedIn(rights.permissions).filter(
    (each) =>
      !holds(others.permissions, each) ||
      // What isn't listed can be changed all the same, so the conditions of the list count for each permission.
      ![each, ...listsOf(each)].every((of) => isWithinConditions(rights, others, of, samePeople)) ||
      !isWithinFields(rights, others, each),
  )
