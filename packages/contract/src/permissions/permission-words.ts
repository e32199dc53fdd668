import type { Permission } from './permission-catalogue.ts'

// Apart from permission.ts, which the sign-in page has to load.

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
