import type { Permission } from './permission-catalogue.ts'

// This file doesn't import the catalogue at run time, since the sign-in page doesn't load it.

/** Makes a permission; the compiler checks that the catalogue has it. */
export function permission<P extends Permission>(
  module: P['module'],
  submodule: P['submodule'],
  action: P['action'],
): P {
  return { module, submodule, action } as P
}

/** The full name of a permission, by which two are compared: `Operations · Bills · purge`. */
export function permissionName({ module, submodule, action }: Permission): string {
  return `${module} · ${submodule} · ${action}`
}
