import type { PermissionModule } from '@steward/contract/permissions/permissions'
import type { Role } from '../../api/records.ts'
import { type Changed, MatrixStore } from './matrix/matrix-store.ts'
import { flagsOf, shapeOf } from './matrix/shape.ts'

export function matrixOf(role: Role | null, own: readonly PermissionModule[]): MatrixStore {
  const modules = role?.permissions ?? []
  const shape = shapeOf(own, modules)
  const before = flagsOf(shape, modules)
  const held = flagsOf(shape, own)
  const locked = before.map((granted, bit) => (granted || held[bit] ? 0 : 1))
  return new MatrixStore(shape, before, locked, role === null || tellsPermissions(role))
}

/** Whether the server sends what a role permits; a missing list is not an empty one. */
export const tellsPermissions = (role: Role): boolean => Array.isArray(role.permissions)

/** What differs between the permissions that a matrix started from and those of a role as it is now. */
export function changesSince(store: MatrixStore, now: Role): Changed[] {
  if (store.touched || !tellsPermissions(now)) return []
  const flags = flagsOf(store.shape, now.permissions ?? [])
  return store.shape.names.flatMap((names, bit) =>
    flags[bit] === store.before[bit] ? [] : [{ names, on: flags[bit] === 1 }],
  )
}
