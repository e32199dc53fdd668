import { msg } from '@steward/i18n/reader'
import type { Permission } from './permission-catalogue.ts'

// These words are not in permission.ts because the sign-in page loads that file.

const wordsOfActions: Readonly<Record<Permission['action'], string>> = {
  list: msg('see the list'),
  view: msg('open'),
  create: msg('create'),
  update: msg('edit'),
  status: msg('change status'),
  delete: msg('delete'),
  restore: msg('restore'),
  purge: msg('delete permanently'),
  import: msg('import'),
  preview: msg('view as role'),
  comment: msg('comment'),
  undo: msg('undo'),
  share: msg('share'),
  provision: msg('provision'),
  propose: msg('propose'),
  approve: msg('approve'),
  export: msg('export'),
  erase: msg('erase'),
}

/** An action in the words of screens (docs/words.md); an unknown action is returned as it is. */
export const actionWords = (action: string): string =>
  Object.hasOwn(wordsOfActions, action) ? wordsOfActions[action as Permission['action']] : action

/** A permission in words for people, such as `Operations · Bills · delete permanently`. */
export const permissionWords = (permission: Permission): string =>
  `${permission.module} · ${permission.submodule} · ${actionWords(permission.action)}`
