import { msg } from '@steward/i18n/reader'
import type { Said } from '@steward/i18n/sentence'
import { errors, type JWTPayload } from 'jose'
import type { Db } from '../../db/connection/connection.ts'
import type { Caller } from '../../http/caller-address.ts'
import { Failure } from '../../http/failure.ts'
import type { MakeScope, Session } from '../../http/session.ts'
import {
  findEnabledByIssuer,
  type ProviderRow,
} from '../identity-providers/identity-providers.store.ts'
import { isAway, type ProviderClients } from '../identity-providers/provider-clients.ts'
import { countingUses, type PermissionUses } from '../roles/permission-uses.store.ts'
import { staffView } from '../roles/staff.store.ts'
import { findLinkedStaff } from './mcp.store.ts'

export interface TokenCheck {
  /** Finds the account of an access token; throws `no_session`, or `not_ready` where its issuer is away. */
  authenticate(token: string, caller: Caller): Promise<Session>
}

export interface TokenParts {
  db: Db
  issuer: string
  /** The address of the MCP server, for which a token has to be issued (RFC 8707). */
  resource: string
  scopeOf: MakeScope
  uses: Pick<PermissionUses, 'count'>
  clients: Pick<ProviderClients, 'clientOf'>
  /** Logs why the issuer is away. */
  onAway: (error: unknown) => void
}

/** Checks access tokens of the identity provider of an issuer, with the client that checks ID tokens at a sign-in. */
export function openTokenCheck(parts: TokenParts): TokenCheck {
  const { db, issuer, scopeOf, uses } = parts
  return {
    authenticate: async (token, caller) => {
      const provider = await findEnabledByIssuer(db, issuer)
      if (!provider) throw refused(msg('No account here belongs to this token.'))
      const claims = await verified(token, provider, parts)
      const subject = claims[provider.subject_claim]
      const row =
        typeof subject !== 'string' ? undefined : await findLinkedStaff(db, provider.id, subject)
      if (!row) throw refused(msg('No account here belongs to this token.'))
      return {
        ...staffView(row, scopeOf, []),
        ...caller,
        id: row.user_id,
        role: { id: row.role_id, name: row.role_name },
        expiresAt: '',
        secondFactorMissing: row.second_factor_missing,
        steppedUp: false,
        key: null,
        impersonation: null,
        lent: null,
        used: countingUses(uses, row.user_id),
      }
    },
  }
}

const refused = (words: Said) => new Failure('no_session', words)

async function verified(
  token: string,
  provider: ProviderRow,
  { resource, clients, onAway }: TokenParts,
): Promise<JWTPayload> {
  try {
    const { verify } = await clients.clientOf(provider)
    return await verify(token, {
      audience: [resource, `${resource}/`],
      requiredClaims: ['exp', 'sub', 'aud'],
    })
  } catch (error) {
    if (error instanceof errors.JWTClaimValidationFailed && error.claim === 'aud') {
      throw refused(msg('This access token was issued for another server.'))
    }
    if (error instanceof errors.JWTExpired) throw refused(msg('This access token has expired.'))
    if (isAway(error)) {
      onAway(error)
      throw away()
    }
    if (!(error instanceof errors.JOSEError)) throw error
    throw refused(msg('This access token isn’t valid here.'))
  }
}

const away = () =>
  new Failure('not_ready', 'The identity provider that issues access tokens can’t be reached.', {
    retryAfter: 10,
  })
