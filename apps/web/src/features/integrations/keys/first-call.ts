import { apiUrl } from '../../../api/config.ts'

/** A command that tells what the role of a key permits. */
export const firstCall = (key: string): string =>
  // i18n-ignore: a command
  `curl -H 'Authorization: Bearer ${key}' \\\n  ${apiUrl('admin/dashboard-user/role/details')}`

/** Commands that add what has changed since the last time to a file, and keep the place up to which it was read. */
export const feedCommand = (key: string): string =>
  // i18n-ignore: commands
  `touch cursor
curl -fsS -H "Authorization: Bearer ${key}" -D headers \\
  "${apiUrl('admin/changes')}?limit=1000&$(sed 's/^/after=/' cursor)" >> changes.ndjson &&
sed -n 's/^steward-cursor: *\\([0-9.]*\\).*/\\1/Ip' headers > cursor`
