import type { Permission } from './permission-catalogue.ts'

// These words are not in permission.ts because the sign-in page loads that file.

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

/** An action in the words of screens (docs/words.md); an unknown action is returned as it is. */
export const actionWords = (action: string): string =>
  Object.hasOwn(wordsOfActions, action) ? wordsOfActions[action as Permission['action']] : action

/** A permission in words for people, such as `Operations · Bills · delete permanently`. */
export const permissionWords = (permission: Permission): string =>
  `${permission.module} · ${permission.submodule} · ${actionWords(permission.action)}`
