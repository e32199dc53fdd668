import { say } from '@steward/i18n/sentence'
import { checkHeader, newCheckToken } from '../../http/check-token.ts'
import type { SeenRequest } from '../../http/health.ts'
import { checkSecretKey } from '../../modules/second-factor/secret-keys.service.ts'
import { OperatorError } from '../../operator-error.ts'
import type { Probe } from './probe.ts'

const limitMs = 10_000

/** An address of nobody (RFC 5737), which a caller might claim to have. */
const forged = '192.0.2.77'

/**
 * Asks the server at PUBLIC_URL as whose it takes the request, once as it is and once with a forged address. The chain
 * that arrives tells how many proxies there are; whoever may forge an address trusts too many.
 */
export const proxyProbe: Probe = {
  name: 'proxy',
  run: async ({ config, records }) => {
    const { publicUrl, trustProxy } = config
    const secrets = records && (await checkSecretKey(records, config).catch(() => null))
    const token = secrets ? newCheckToken(secrets) : ''
    const seen = await ask(publicUrl, { [checkHeader]: token })
    if (!seen) {
      if (!secrets)
        return say('{publicUrl} answers; without the key no more can be known', { publicUrl })
      throw new OperatorError(
        say(
          "Another server than this installation's answers at {publicUrl}, or it has another SECRET_KEY: check PUBLIC_URL.",
          { publicUrl },
        ),
      )
    }
    const chain = seen.forwardedFor?.split(',').map((each) => each.trim()) ?? []
    if (seen.address !== (chain[0] ?? seen.address)) {
      throw new OperatorError(
        say(
          "Requests come through {count} proxies, and Steward takes all callers for {address}: set TRUST_PROXY={count}, or to the proxies' addresses.",
          { count: chain.length, address: seen.address },
        ),
      )
    }
    const lie = await ask(publicUrl, { [checkHeader]: token, 'x-forwarded-for': forged })
    if (lie?.address === forged) {
      throw new OperatorError(
        say(
          'Callers can claim any address by a header X-Forwarded-For: set TRUST_PROXY to {count}, the number of proxies there are, instead of {trustProxy}.',
          { count: chain.length, trustProxy },
        ),
      )
    }
    const scheme = new URL(publicUrl).protocol.replace(':', '')
    if (chain.length > 0 && seen.protocol !== scheme) {
      throw new OperatorError(
        say(
          'Requests to {publicUrl} arrive as {protocol}: let the proxy set X-Forwarded-Proto to {scheme}.',
          { publicUrl, protocol: seen.protocol, scheme },
        ),
      )
    }
    return say(
      '{publicUrl} answers, through {count, plural, one {# proxy} other {# proxies}}; this request came from {address}',
      { publicUrl, count: chain.length, address: seen.address },
    )
  },
}

async function ask(
  publicUrl: string,
  headers: Record<string, string>,
): Promise<SeenRequest | null> {
  let answer: Response
  try {
    const signal = AbortSignal.timeout(limitMs)
    answer = await fetch(`${publicUrl}/health/live`, { headers, signal, redirect: 'manual' })
  } catch (error) {
    const { cause, message } = error as Error & { cause?: { code?: string; message?: string } }
    const reason = cause?.code ?? cause?.message ?? message
    throw new OperatorError(
      say(
        'Nothing answers at {publicUrl} ({reason}): start the server, or check PUBLIC_URL, its name and its certificate.',
        { publicUrl, reason },
      ),
    )
  }
  const body = (await answer.json().catch(() => null)) as {
    status?: string
    seen?: SeenRequest
  } | null
  if (answer.status !== 200 || body?.status !== 'live') {
    throw new OperatorError(
      say(
        '{publicUrl}/health/live answers {status}, and not as Steward does: let the proxy pass everything on, or check PUBLIC_URL.',
        { publicUrl, status: answer.status },
      ),
    )
  }
  return body.seen ?? null
}
