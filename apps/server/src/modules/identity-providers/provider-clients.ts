import { msg } from '@steward/i18n/reader'
import { type Said, say } from '@steward/i18n/sentence'
import type { JWTPayload, JWTVerifyGetKey } from 'jose'
import type { Configuration } from 'openid-client'
import { AddressRefused, type Outbound, whyFailed } from '../../http/outbound.ts'
import type { Secrets } from '../../secrets.ts'
import type { Claims } from './claims.rules.ts'
import { clientSecretContext } from './client-secrets.ts'
import type { ProviderRow } from './identity-providers.store.ts'

/** How long what a provider says of itself is used, in milliseconds. */
const freshFor = 10 * 60_000
/** How long its keys aren't fetched again for a key that isn't among them, in milliseconds. */
const keysCooldown = 2_000
/** How many providers are kept. */
const maxKept = 50

/** Only what needs the provider's private key: no `none`, and no HMAC with what others may know. */
const signingAlgorithms = [
  'RS256',
  'RS384',
  'RS512',
  'PS256',
  'PS384',
  'PS512',
  'ES256',
  'ES384',
  'ES512',
  'EdDSA',
  'Ed25519',
]

export interface VerifyOptions {
  withoutExpiry?: boolean
  /** For whom the token has to be in place of this client: one of these. */
  audience?: string[]
  /** The claims that it has to have. */
  requiredClaims?: string[]
}

export interface ProviderClient {
  /** Of `openid-client`. */
  configuration: Configuration
  /**
   * Verifies a token that the provider has signed, for this client unless told otherwise; keys that it has changed are fetched.
   * @throws what `jose` does
   */
  verify(token: string, options?: VerifyOptions): Promise<JWTPayload>
}

export interface ProviderClients {
  /** Reads what a provider says of itself, once in ten minutes. @throws {ProviderAway} */
  clientOf(provider: ProviderRow): Promise<ProviderClient>
  /** Like `clientOf`, of an issuer that isn't saved, for a person. @throws {ProviderAway} */
  discover(issuer: string, caller: string): Promise<Configuration>
}

/** That a provider can't be reached, or doesn't say of itself what it should; `why` is a sentence. */
export class ProviderAway extends Error {
  override name = 'ProviderAway'
  readonly why: Said

  constructor(why: Said, cause?: unknown) {
    super(String(why), { cause })
    this.why = why
  }
}

/** Loads the libraries on first use. */
const library = () => import('openid-client')
const jose = () => import('jose')

/** Makes the clients of providers and keeps them for some minutes. */
export function openProviderClients(outbound: Outbound, secrets: Secrets): ProviderClients {
  const kept = new Map<
    string,
    { version: number; until: number; client: Promise<ProviderClient> }
  >()
  const make = async (provider: ProviderRow): Promise<ProviderClient> => {
    const { client_secret: sealed } = provider
    const secret = sealed && secrets.tryUnseal(sealed, clientSecretContext(provider.id))
    if (sealed && secret === null) throw new ProviderAway(lostSecret)
    const configuration = await discover(outbound, provider.issuer, {
      id: provider.client_id,
      secret,
      auth: provider.token_auth,
      skew: provider.clock_skew_seconds,
    })
    return { configuration, verify: await verifier(outbound, configuration, provider) }
  }
  return {
    clientOf: async (provider) => {
      const { id, version } = provider
      const known = kept.get(id)
      if (known && known.version === version && known.until > Date.now()) return await known.client
      const client = make(provider)
      if (kept.size >= maxKept) kept.clear()
      kept.set(id, { version, until: Date.now() + freshFor, client })
      client.catch(() => {
        if (kept.get(id)?.client === client) kept.delete(id)
      })
      return await client
    },
    discover: (issuer, caller) =>
      discover(outbound, issuer, {
        caller,
        id: 'none',
        secret: null,
        auth: 'client_secret_basic',
        skew: 0,
      }),
  }
}

const lostSecret = msg(
  'Its client secret can’t be decrypted, as the key of this installation was lost. Enter it again.',
)

interface AsClient {
  /** For whom names are looked up; the provider itself where nobody is named. */
  caller?: string
  id: string
  secret: string | null
  auth: ProviderRow['token_auth']
  skew: number
}

async function discover(
  outbound: Outbound,
  issuer: string,
  { caller, id, secret, auth, skew }: AsClient,
) {
  const client = await library()
  const authentication = !secret
    ? client.None()
    : auth === 'client_secret_post'
      ? client.ClientSecretPost(secret)
      : client.ClientSecretBasic(secret)
  const url = URL.parse(issuer)
  if (!url)
    throw new ProviderAway(msg('The issuer must be an address such as https://example.com.'))
  // Where http is allowed, and where no request goes, is for the guard of outbound requests to say.
  const options = {
    [client.customFetch]: (at: string, init: object) => outbound.fetch(at, init, caller),
    execute: [client.allowInsecureRequests],
    timeout: 10,
  }
  const metadata = { [client.clockTolerance]: skew }
  let found: Configuration
  try {
    found = await client.discovery(url, id, metadata, authentication, options)
  } catch (error) {
    throw new ProviderAway(whyAway(error), error)
  }
  const problem = problemOf(found.serverMetadata(), issuer)
  if (problem) throw new ProviderAway(problem)
  return found
}

type Metadata = ReturnType<Configuration['serverMetadata']>

/** What makes a provider unusable; undefined where nothing does. */
function problemOf(metadata: Metadata, issuer: string): Said | undefined {
  // One issuer for many organisations lets in whoever has an account in any of them.
  if (metadata.issuer.includes('{') || metadata.issuer !== issuer) {
    return say('The issuer calls itself “{issuer}”. Enter exactly this.', {
      issuer: metadata.issuer,
    })
  }
  if (!metadata.authorization_endpoint) return msg('The provider names no authorization endpoint.')
  if (!metadata.token_endpoint) return msg('The provider names no token endpoint.')
  if (!metadata.jwks_uri) return msg('The provider names no keys (jwks_uri).')
  const algorithms = metadata.id_token_signing_alg_values_supported
  if (algorithms && !algorithms.some((each) => signingAlgorithms.includes(each)))
    return msg('The provider signs with no key of its own (RS256, ES256 or the like).')
  return undefined
}

/** Why discovery failed, in a sentence. */
function whyAway(error: unknown): Said {
  const causes: unknown[] = []
  for (let each = error; each instanceof Error && causes.length < 5; each = each.cause)
    causes.push(each)
  const network = causes.find((each) => each instanceof AddressRefused || isNetworkError(each))
  if (network) return whyFailed(network)
  const { code } = error as { code?: string }
  if (code === 'OAUTH_JSON_ATTRIBUTE_COMPARISON_FAILED')
    return msg('What is found there belongs to another issuer.')
  if (code === 'OAUTH_RESPONSE_IS_NOT_CONFORM')
    return msg(
      'There is no discovery document below this issuer (.well-known/openid-configuration).',
    )
  if (code === 'OAUTH_RESPONSE_IS_NOT_JSON' || code === 'OAUTH_PARSE_ERROR')
    return msg('What is found there is no discovery document.')
  return msg('The discovery document can’t be read.')
}

/** Whether an error is that a provider can't be reached, or answers as a server that fails does. */
export function isAway(error: unknown): boolean {
  let each = error
  for (; each instanceof Error; each = each.cause) {
    if (each instanceof ProviderAway || each instanceof AddressRefused) return true
    const { code } = each as NodeJS.ErrnoException
    // What `jose` throws where keys can't be fetched.
    if (code === 'ERR_JWKS_TIMEOUT' || code === 'ERR_JOSE_GENERIC') return true
    if (isNetworkError(each)) return true
  }
  return each instanceof Response && each.status >= 500
}

const isNetworkError = (error: unknown): boolean => {
  const { code, name } = error as NodeJS.ErrnoException
  return (
    name === 'TimeoutError' ||
    (typeof code === 'string' &&
      /^E[A-Z]+$|^EAI_|CERT|SSL|TLS/.test(code) &&
      !code.startsWith('ERR_INVALID'))
  )
}

async function verifier(
  outbound: Outbound,
  configuration: Configuration,
  { client_id, clock_skew_seconds }: Pick<ProviderRow, 'client_id' | 'clock_skew_seconds'>,
): Promise<ProviderClient['verify']> {
  const { createRemoteJWKSet, customFetch, jwtVerify } = await jose()
  const { issuer, jwks_uri } = configuration.serverMetadata()
  const keys: JWTVerifyGetKey = createRemoteJWKSet(new URL(jwks_uri ?? ''), {
    [customFetch]: (at: string, init: object) => outbound.fetch(at, init),
    cooldownDuration: keysCooldown,
    cacheMaxAge: freshFor,
    timeoutDuration: 10_000,
  })
  return async (
    token,
    { withoutExpiry = false, audience = [client_id], requiredClaims = [] } = {},
  ) => {
    const { payload } = await jwtVerify(token, keys, {
      issuer,
      audience,
      requiredClaims,
      algorithms: signingAlgorithms,
      clockTolerance: clock_skew_seconds,
      // Only asked for where nobody is signed in by it.
      ...(withoutExpiry && { currentDate: new Date(claimedTime(token)) }),
    })
    return payload
  }
}

/** When a token says that it was made, so that its signature can be checked although it has expired. */
function claimedTime(token: string): number {
  const { iat } = claimsOf(token) ?? {}
  return typeof iat === 'number' ? iat * 1000 : Date.now()
}

/** The claims of a token, unchecked; null where it is none. */
export function claimsOf(token: string): Claims | null {
  const [, payload, ...more] = token.split('.')
  if (!payload || more.length !== 1) return null
  try {
    const claims: unknown = JSON.parse(Buffer.from(payload, 'base64url').toString())
    return typeof claims === 'object' && claims !== null && !Array.isArray(claims)
      ? (claims as Claims)
      : null
  } catch {
    return null
  }
}
