import { apiUrl } from '../../../api/config.ts'

/** A command that tells what the role of a key permits. */
export const firstCall = (key: string): string =>
  // i18n-ignore: a command
  `curl -H 'Authorization: Bearer ${key}' \\\n  ${apiUrl('admin/dashboard-user/role/details')}`
