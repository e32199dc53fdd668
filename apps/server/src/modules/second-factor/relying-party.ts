import { isIP } from 'node:net'
import { isLoopback } from '../../loopback.ts'

export interface RelyingParty {
  /** A domain. */
  id: string
  origins: string[]
}

/** For passkeys: a domain over https, or `localhost`. Null where browsers allow none, as for an IP address. */
export function relyingParty(publicUrl: string): RelyingParty | null {
  const url = new URL(publicUrl)
  const host = url.hostname.replace(/^\[|\]$/g, '')
  if (isIP(host) && isLoopback(host)) {
    // By name it is the same server.
    const port = url.port ? `:${url.port}` : ''
    return { id: 'localhost', origins: [`${url.protocol}//localhost${port}`] }
  }
  if (isIP(host)) return null
  return url.protocol === 'https:' || isLoopback(host) ? { id: host, origins: [url.origin] } : null
}
