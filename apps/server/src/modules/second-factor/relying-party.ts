import { isIP } from 'node:net'
import { isLoopback } from '../../loopback.ts'

export interface RelyingParty {
  /** The domain for which passkeys are valid. */
  id: string
  origins: string[]
}

/** The relying party: a domain over https, or `localhost`; null where browsers allow no passkeys. */
export function relyingParty(publicUrl: string): RelyingParty | null {
  const url = new URL(publicUrl)
  const host = url.hostname.replace(/^\[|\]$/g, '')
  if (isIP(host) && isLoopback(host)) {
    // Browsers allow passkeys for `localhost`, but not for an IP address.
    const port = url.port ? `:${url.port}` : ''
    return { id: 'localhost', origins: [`${url.protocol}//localhost${port}`] }
  }
  if (isIP(host)) return null
  return url.protocol === 'https:' || isLoopback(host) ? { id: host, origins: [url.origin] } : null
}
