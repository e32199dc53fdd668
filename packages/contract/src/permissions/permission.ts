import type { Permission } from './permission-catalogue.ts'

// Without the catalogue, which the sign-in page doesn't load.

/** Checked by the compiler. */
export function permission<P extends Permission>(
  module: P['module'],
  submodule: P['submodule'],
  action: P['action'],
): P {
  return { module, submodule, action } as P
}

/** For comparison: `Operations · Bills · purge`. */
export function permissionName({ module, submodule, action }: Permission): string {
  return `${module} · ${submodule} · ${action}`
}
