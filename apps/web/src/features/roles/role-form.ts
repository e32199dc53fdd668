import type { PermissionModule } from '@steward/contract/permissions/permissions'
import { roleFields } from '@steward/contract/roles/roles.fields'
import type { Role } from '../../api/records.ts'
import type { RequestFields } from '../../api/request-body.ts'
import { formOf } from '../../ui/form/form-of.ts'
import type { Changed } from './matrix/matrix-store.ts'
import { modulesOf } from './matrix/shape.ts'
import { changesSince, matrixOf } from './role-matrix.ts'

type RoleValues = Record<'name' | 'description' | 'image', string>
type Changes = Changed[] | null

export const roleForm = formOf<RoleValues, Role, RequestFields<'roles.update'>>(roleFields, {
  name: {},
  description: {},
  image: {},
})

export function copyOf(from: Role): Partial<RoleValues> {
  // Without the picture: the server refuses the URL of another role's picture.
  return {
    name: from.name ? `${from.name} copy` : '',
    description: from.description ?? '',
  }
}

/** The permissions as a part of a role's form; `own` are those of the person signed in. */
export const permissionsPart = (own: readonly PermissionModule[]) => ({
  name: 'permissions',
  label: 'Permissions',
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
