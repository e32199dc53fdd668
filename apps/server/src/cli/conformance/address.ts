import { UsageError } from '../usage-error.ts'

/**
 * The address of the API from what was typed: `https://host`, `https://host/api`, with or without a
 * slash at its end.
 * @throws {UsageError} where it is no address of the web
 */
export function apiAddress(typed: string): string {
  const url = URL.canParse(typed) ? new URL(typed) : null
  if (!url || !/^https?:$/.test(url.protocol)) {
    throw new UsageError(`"${typed}" is no address such as https://host/api.`)
  }
  if (url.username || url.password) {
    throw new UsageError('The address takes no name and no password; see --email.')
  }
  if (url.search || url.hash) throw new UsageError('The address takes nothing behind its path.')
  const path = url.pathname.replace(/\/+$/, '')
  return `${url.origin}${path.endsWith('/api') ? path : `${path}/api`}`
}
