import { isIP } from 'node:net'
import { isLoopback } from '../../loopback.ts'

/** Who passkeys are made for. */
export interface RelyingParty {
  /** A domain. */
  id: string
  origins: string[]
}

/**
 * Who passkeys are made for, by the address where people reach Steward: a domain over https, or
 * `localhost`. Null where browsers allow none, as for an IP address.
 */
export function relyingParty(publicUrl: string): RelyingParty | null {
  const url = new URL(publicUrl)
  const host = url.hostname.replace(/^\[|\]$/g, '')
  if (isIP(host) && isLoopback(host)) {
    // Whoever opens this machine's server by its name has the same server before them.
    const port = url.port ? `:${url.port}` : ''
    return { id: 'localhost', origins: [`${url.protocol}//localhost${port}`] }
  }
  if (isIP(host)) return null
  return url.protocol === 'https:' || isLoopback(host) ? { id: host, origins: [url.origin] } : null
}
