import type { Permission } from './permission-catalogue.ts'

// Not in permission.ts, which the sign-in page loads.

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

/** For screens (docs/words.md); unknown ones as they are. */
export const actionWords = (action: string): string =>
  Object.hasOwn(wordsOfActions, action) ? wordsOfActions[action as Permission['action']] : action

/** For people: `Operations · Bills · delete permanently`. */
export const permissionWords = (permission: Permission): string =>
  `${permission.module} · ${permission.submodule} · ${actionWords(permission.action)}`
