import type { Permission } from './permission-catalogue.ts'

// Apart from the catalogue, which the routes and so the sign-in page do without.

/** Names a permission, checked against the catalogue by the compiler. */
export function permission<P extends Permission>(
  module: P['module'],
  submodule: P['submodule'],
  action: P['action'],
): P {
  return { module, submodule, action } as P
}

/** The name of a permission, by which it is compared: `Operations · Bills · purge`. */
export function permissionName({ module, submodule, action }: Permission): string {
  return `${module} · ${submodule} · ${action}`
}
