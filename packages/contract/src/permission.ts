import type { Permission } from './permission-catalogue.ts'

// Apart from the catalogue, which the routes and so the sign-in page do without.

/**
 * Names a permission, checked against the catalogue by the compiler.
 * @example permission('Operations', 'Bills', 'delete')
 */
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

const wordsOfActions: Readonly<Record<Permission['action'], string>> = {
  list: 'see the list',
  view: 'open',
  create: 'create',
  update: 'edit',
  status: 'change status',
  delete: 'delete',
  restore: 'restore',
  purge: 'delete permanently',
  import: 'import',
  preview: 'view as role',
  comment: 'comment',
  undo: 'undo',
  share: 'share',
}

/** An action as screens and messages call it (docs/words.md); one that the catalogue doesn't have, as it is. */
export const actionWords = (action: string): string =>
  Object.hasOwn(wordsOfActions, action) ? wordsOfActions[action as Permission['action']] : action

/** A permission as people read it: `Operations · Bills · delete permanently`. */
export const permissionWords = (permission: Permission): string =>
  `${permission.module} · ${permission.submodule} · ${actionWords(permission.action)}`
