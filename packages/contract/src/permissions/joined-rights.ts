import {
  type FieldRule,
  fieldRuleOf,
  isOfRows,
  limitsOf,
  listsOf,
  type Rights,
  type RowCondition,
  type WholeRights,
} from './conditions.ts'
import type { Permission } from './permission-catalogue.ts'
import { allPermissions, grantedIn, holds, permissionModules } from './permissions.ts'

/**
 * The rights of several roles together, such as one's own and a temporary one. Each is a grant of its own: whatever they
 * permit on a record, one of them permits by itself.
 */
export function rightsOfAll<R extends Rights>(sources: readonly [R, ...R[]]): R | WholeRights {
  const [first, ...more] = sources
  if (more.length === 0) return first
  const grants = (each: Permission) => sources.filter(({ permissions }) => holds(permissions, each))
  const permissions = permissionModules((each) => grants(each).length > 0)
  const conditions = grantedIn(permissions).flatMap((each) => {
    const found = grants(each).map((source) => limitsAmong(source, sources, each))
    if (found.some((limits) => limits === undefined)) return []
    return found.flatMap((limits) => limits ?? [])
  })
  return { permissions, conditions, fieldRules: rulesOfAll(sources) }
}

/**
 * What narrows a permission of one of several roles: its own conditions, and those by which it shows rows, where another
 * role shows others. What is created isn't seen before.
 */
function limitsAmong(
  source: Rights,
  sources: readonly Rights[],
  permission: Permission,
): readonly RowCondition[] | undefined {
  const limits = limitsOf(source, permission)
  if (['list', 'create'].includes(permission.action) || !isOfRows(permission)) return limits
  const role = sources.indexOf(source)
  const own = limits?.map((limit) => ({ ...limit, role }))
  const lists = listsOf(permission)
  const shownBy = (each: Rights) => lists.flatMap((list) => limitsOf(each, list) ?? [])
  const within = shownBy(source)
  const isShownAlike = sources
    .filter(({ permissions }) => lists.some((list) => holds(permissions, list)))
    .every((each) => JSON.stringify(shownBy(each)) === JSON.stringify(within))
  if (within.length === 0 || isShownAlike) return own
  return (own ?? [{ ...permission, where: {}, role }]).map((limit) => ({ ...limit, within }))
}

/** Conditions as they are told: of a permission without one of its own in a role, those by which the role shows rows. */
export const toldConditions = (conditions: readonly RowCondition[]): RowCondition[] =>
  conditions.flatMap(({ module, submodule, action, where, within }) => {
    const isOwn = !within || Object.keys(where).length > 0
    const wheres = isOwn ? [where] : within.map((shown) => shown.where)
    return wheres.map((each) => ({ module, submodule, action, where: each }))
  })

/** The field rules where two sets go for the same records: a field is hidden or read-only by either. */
export const rulesOfBoth = (one: readonly FieldRule[], other: readonly FieldRule[]): FieldRule[] =>
  Object.values(
    Object.groupBy([...one, ...other], ({ module, submodule }) => `${module}\n${submodule}`),
  ).flatMap((rules = []) => {
    const [first] = rules
    if (!first) return []
    const names = (part: 'hidden' | 'readOnly') => [...new Set(rules.flatMap((rule) => rule[part]))]
    return [{ ...first, hidden: names('hidden'), readOnly: names('readOnly') }]
  })

/** Actions that change no field of a record, or make one. */
const changesNoField = ['list', 'view', 'comment', 'create', 'delete', 'purge']

/**
 * The field rules of several sources: a field is shown where one of them that shows all rows shows it, and free where each
 * permission to change records is held by one for all rows that leaves it free. Where rows come from several conditions, the
 * stricter rule goes for all.
 */
function rulesOfAll(sources: readonly Rights[]): FieldRule[] {
  const submodules = sources.flatMap(({ fieldRules }) => fieldRules)
  return [
    ...new Map(submodules.map((rule) => [`${rule.module}\n${rule.submodule}`, rule])).values(),
  ].map(({ module, submodule }) => {
    const of = { module, submodule }
    const list = { ...of, action: 'list' } as Permission
    const named = (...parts: ('hidden' | 'readOnly')[]) => {
      const each = (source: Rights) =>
        parts.flatMap((part) => fieldRuleOf(source, of)?.[part] ?? [])
      return { each, all: [...new Set(sources.flatMap(each))] }
    }
    /** Whether the sources of a permission together keep a field from people. */
    const keeps = (permission: Permission, isKept: (source: Rights) => boolean) => {
      const granting = sources.filter(({ permissions }) => holds(permissions, permission))
      const whole = granting.filter(
        (source) => !limitsOf(source, list) && !limitsOf(source, permission),
      )
      return whole.length > 0 ? whole.every(isKept) : granting.some(isKept)
    }
    const hidden = named('hidden')
    const locked = named('hidden', 'readOnly')
    const changing = allPermissions.filter(
      (each) =>
        each.module === module &&
        listsOf(each).some((of) => of.submodule === submodule) &&
        !changesNoField.includes(each.action),
    )
    return {
      ...of,
      hidden: hidden.all.filter((name) =>
        keeps(list, (source) => hidden.each(source).includes(name)),
      ),
      readOnly: locked.all.filter((name) =>
        changing.some((each) => keeps(each, (source) => locked.each(source).includes(name))),
      ),
    }
  })
}
