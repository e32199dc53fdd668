import type { FieldRule, RowCondition } from '@steward/contract/permissions/conditions'
import type { PermissionModule } from '@steward/contract/permissions/permissions'
import { roleFields } from '@steward/contract/roles/roles.fields'
import { t } from '@steward/i18n/reader'
import type { Role } from '../../api/answers/records.ts'
import type { RequestFields } from '../../api/request-body.ts'
import { permittedWords, ruleWords } from '../../shared/permissions/condition-words.ts'
import type { Limits } from '../../shared/permissions/limits-list.tsx'
import { formOf } from '../../ui/form/form-of.ts'
import { type Changed, MatrixStore } from './matrix/matrix-store.ts'
import { flagsOf, modulesOf, shapeOf } from './matrix/shape.ts'
import { tellsPermissions } from './roles.queries.ts'

type RoleValues = Record<'name' | 'description' | 'image', string> & {
  conditions: RowCondition[]
  fieldRules: FieldRule[]
}
type Changes = Changed[] | null

const inOrder = <T>(rules: readonly T[]): T[] =>
  rules.toSorted((one, other) => (JSON.stringify(one) < JSON.stringify(other) ? -1 : 1))

const isSame = <T>(one: readonly T[], other: readonly T[]): boolean =>
  JSON.stringify(inOrder(one)) === JSON.stringify(inOrder(other))

/** Whether conditions or field rules differ from those that are saved. */
export const areLimitsChanged = (saved: Limits, now: Limits): boolean =>
  !isSame(saved.conditions, now.conditions) || !isSame(saved.fieldRules, now.fieldRules)

const inRows = (sentences: readonly string[]): string => sentences.join('\n')

export const roleForm = formOf<RoleValues, Role, RequestFields<'roles.update'>>(roleFields, {
  name: {},
  description: {},
  image: {},
  conditions: {
    read: (role) => inOrder(role?.conditions ?? []),
    equal: isSame,
    inWords: (conditions) => inRows(conditions.map(permittedWords)),
  },
  fieldRules: {
    read: (role) => inOrder(role?.fieldRules ?? []),
    equal: isSame,
    inWords: (rules) => inRows(rules.map(ruleWords)),
  },
})

export function copyOf(from: Role): Partial<RoleValues> {
  // Without the picture: the server refuses the URL of another role's picture.
  return {
    // i18n: the name of a role that is made as a copy of another
    // What stays in a field needs no marks of direction.
    name: from.name ? t('{name} copy', { name: from.name }).replaceAll(/[\u2068\u2069]/g, '') : '',
    description: from.description ?? '',
    conditions: inOrder(from.conditions ?? []),
    fieldRules: inOrder(from.fieldRules ?? []),
  }
}

/** The permissions as a part of a role's form; `own` are those of the person signed in. */
export const permissionsPart = (own: readonly PermissionModule[]) => ({
  name: 'permissions',
  label: t('Permissions'),
  open: (role: Role | null, changes: unknown) => {
    const store = matrixOf(role, own)
    store.apply((changes as Changes) ?? [])
    return {
      store,
      changes: (since: unknown) => orNull(store.changed((since as Changes) ?? [])),
      changesOf: (theirs: Role) => orNull(changesSince(store, theirs)),
      toRequest: () => modulesOf(store.shape, store.granted, store.touched),
      reset: () => store.reset(),
      listen: (changed: () => void) => store.listen(changed),
    }
  },
})

const orNull = (changes: Changed[]): Changes => (changes.length > 0 ? changes : null)

function matrixOf(role: Role | null, own: readonly PermissionModule[]): MatrixStore {
  const modules = role?.permissions ?? []
  const shape = shapeOf(own, modules)
  const before = flagsOf(shape, modules)
  const held = flagsOf(shape, own)
  const locked = before.map((granted, bit) => (granted || held[bit] ? 0 : 1))
  return new MatrixStore(shape, before, locked, role === null || tellsPermissions(role))
}

/** What differs between the permissions that a matrix started from and those of a role as it is now. */
function changesSince(store: MatrixStore, now: Role): Changed[] {
  if (store.touched || !tellsPermissions(now)) return []
  const flags = flagsOf(store.shape, now.permissions ?? [])
  return store.shape.names.flatMap((names, bit) =>
    flags[bit] === store.before[bit] ? [] : [{ names, on: flags[bit] === 1 }],
  )
}
