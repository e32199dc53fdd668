import type { PermissionModule } from '@steward/contract/permissions/permissions'
import type { Role } from '../../api/records.ts'
import { MatrixStore } from './matrix/matrix-store.ts'
import { flagsOf, shapeOf } from './matrix/shape.ts'

type Modules = readonly PermissionModule[]

export function matrixOf(role: Role | null, own: Modules): MatrixStore {
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
export function changesSince(store: MatrixStore, now: Role) {
  if (store.touched || !tellsPermissions(now)) return []
  const flags = flagsOf(store.shape, now.permissions ?? [])
  return store.shape.names.flatMap((names, bit) =>
    flags[bit] === store.before[bit] ? [] : [{ names, on: flags[bit] === 1 }],
  )
}

/** Grants in a new role's matrix what another role grants, as far as it can be granted. */
export function copyInto(store: MatrixStore, from: Role): void {
  const wanted = flagsOf(store.shape, from.permissions ?? [])
  store.set(
    [...wanted.keys()].filter((bit) => wanted[bit] === 1),
    true,
  )
}

/** How many permissions of a role one doesn't hold oneself, so that a copy can't grant them. */
export function notHeld(role: Role, own: Modules): number {
  const modules = role.permissions ?? []
  const shape = shapeOf(modules)
  const held = flagsOf(shape, own)
  return flagsOf(shape, modules).filter((granted, bit) => granted === 1 && held[bit] === 0).length
}
