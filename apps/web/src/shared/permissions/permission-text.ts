import { actionWords } from '@steward/contract/permissions/permission-words'
import { t } from '@steward/i18n/reader'
import type { PermissionNames } from './granted.ts'

/** An action as the reader says it: `delete permanently`; one that isn't known as it is. */
export const actionText = (action: string): string => t(actionWords(action))

/** What a permission is about: `Operations · Bills`. */
export const submoduleText = (module: string, submodule: string): string =>
  submodule === module ? t(module) : `${t(module)} · ${t(submodule)}`

/** A permission as the reader says it: `Operations · Bills · delete permanently`. */
export const permissionText = ({ module, submodule, action }: PermissionNames): string =>
  `${t(module)} · ${t(submodule)} · ${actionText(action)}`
