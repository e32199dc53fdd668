import { permissionName } from '@steward/contract/permissions/permissions'
import { msg } from '@steward/i18n/reader'
import type { Said } from '@steward/i18n/sentence'
import { createRemoteJWKSet, customFetch, errors, type JWTVerifyGetKey, jwtVerify } from 'jose'
import type { Db } from '../../db/connection/connection.ts'
import type { Caller } from '../../http/caller-address.ts'
import { Failure } from '../../http/failure.ts'
import type { Outbound } from '../../http/outbound.ts'
import type { Session } from '../../http/session.ts'
import { signingAlgorithms } from '../identity-providers/provider-clients.ts'
import type { PermissionUses } from '../roles/permission-uses.store.ts'
import { staffView } from '../roles/staff.store.ts'
import { findLinkedStaff } from './mcp.store.ts'

/** How far the clocks of the two may be apart, in seconds. */
const clockTolerance = 30

/** How long to wait for the provider's keys, in milliseconds. */
const timeoutDuration = 5_000

export interface TokenCheck {
  /** Finds the account of an access token; throws `no_session`, or `not_ready` where its issuer is away. */
  authenticate(token: string, caller: Caller): Promise<Session>
}

export interface TokenParts {
  db: Db
  issuer: string
  /** The address of the MCP server, for which a token has to be issued (RFC 8707). */
  resource: string
  uses: Pick<PermissionUses, 'count'>
  outbound: Outbound
}

/** Checks access tokens of an identity provider by its keys, which are fetched when the first one comes. */
export function openTokenCheck({ db, issuer, resource, uses, outbound }: TokenParts): TokenCheck {
  let keys: Promise<JWTVerifyGetKey> | undefined
  const keysOf = () => {
    keys ??= findKeys(issuer, outbound).catch((error: unknown) => {
      keys = undefined
      throw error
    })
    return keys
  }
  return {
    authenticate: async (token, caller) => {
      const { sub, oid } = await verified(token, await keysOf(), { issuer, resource })
      const row = sub === undefined ? undefined : await findLinkedStaff(db, issuer, { sub, oid })
      if (!row) throw refused(msg('No account here belongs to this token.'))
      const counted = new Set<string>()
      return {
        ...staffView(row),
        ...caller,
        id: row.user_id,
        role: { id: row.role_id, name: row.role_name },
        expiresAt: '',
        secondFactorMissing: row.second_factor_missing,
        steppedUp: false,
        key: null,
        impersonation: null,
        used: (permission) => {
          const name = permissionName(permission)
          if (!counted.has(name)) uses.count(row.user_id, permission)
          counted.add(name)
        },
      }
    },
  }
}

const refused = (words: Said) => new Failure('no_session', words)

async function verified(
  token: string,
  keys: JWTVerifyGetKey,
  { issuer, resource }: Pick<TokenParts, 'issuer' | 'resource'>,
): Promise<{ sub: string | undefined; oid: string | null }> {
  try {
    const { payload } = await jwtVerify(token, keys, {
      issuer,
      audience: [resource, `${resource}/`],
      algorithms: signingAlgorithms,
      clockTolerance,
      requiredClaims: ['exp', 'sub', 'aud'],
    })
    const oid = typeof payload['oid'] === 'string' ? payload['oid'] : null
    return { sub: payload.sub, oid }
  } catch (error) {
    if (error instanceof errors.JWTClaimValidationFailed && error.claim === 'aud') {
      throw refused(msg('This access token was issued for another server.'))
    }
    if (error instanceof errors.JWTExpired) throw refused(msg('This access token has expired.'))
    if (error instanceof errors.JWKSTimeout || !(error instanceof errors.JOSEError)) throw away()
    throw refused(msg('This access token isn’t valid here.'))
  }
}

const away = () =>
  new Failure('not_ready', 'The identity provider that issues access tokens can’t be reached.', {
    retryAfter: 10,
  })

/** The keys of an issuer, by what it says of itself (OpenID Connect Discovery, or RFC 8414). */
async function findKeys(issuer: string, outbound: Outbound): Promise<JWTVerifyGetKey> {
  const base = issuer.replace(/\/$/, '')
  for (const path of ['openid-configuration', 'oauth-authorization-server']) {
    const found = await describedAt(`${base}/.well-known/${path}`, outbound)
    // Another issuer's description would bring another's keys.
    if (found?.issuer !== issuer || !found.jwks_uri) continue
    return createRemoteJWKSet(new URL(found.jwks_uri), {
      timeoutDuration,
      [customFetch]: (at, init) => outbound.fetch(at, init as RequestInit),
    })
  }
  throw away()
}

async function describedAt(url: string, outbound: Outbound) {
  try {
    const answer = await outbound.fetch(url, {
      signal: AbortSignal.timeout(timeoutDuration),
      headers: { accept: 'application/json' },
    })
    if (!answer.ok) return undefined
    return (await answer.json()) as { issuer?: string; jwks_uri?: string }
  } catch {
    return undefined
  }
}
