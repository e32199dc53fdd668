import { permission } from '@steward/contract/permissions/permission'
import { permissionText } from '../../../shared/permissions/permission-text.ts'

/** The permission of accounts that provision, as the matrix of a role names it. */
export const provisionText = (): string =>
  // i18n-ignore: the names of a permission
  permissionText(permission('System', 'Integrations', 'provision'))
