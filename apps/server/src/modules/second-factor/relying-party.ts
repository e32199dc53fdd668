import { isIP } from 'node:net'
import { isLoopback } from '../../loopback.ts'

/** Who passkeys are made for. */
export interface RelyingParty {
  /** A domain. */
  id: string
  origins: string[]
}

/**
 * Who passkeys are made for, by the address where people reach Steward. Browsers know them for a
 * domain over https, and for `localhost`; an address in numbers is none.
 * @returns null where browsers won't have it
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
  const local = host === 'localhost' || host.endsWith('.localhost')
  return url.protocol === 'https:' || local ? { id: host, origins: [url.origin] } : null
}
