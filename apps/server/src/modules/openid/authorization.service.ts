import { timingSafeEqual } from 'node:crypto'
import { say } from '@steward/i18n/sentence'
import type { IDToken, TokenEndpointResponse } from 'openid-client'
import { Failure, notFound } from '../../http/failure.ts'
import type { Services } from '../../services.ts'
import { neighbourhoodOf } from '../authentication/sign-in-origin.ts'
import { arePasswordsOff } from '../authentication/sign-in-settings.store.ts'
import { hashToken, newToken } from '../authentication/tokens.ts'
import { type Claims, claimAt } from '../identity-providers/claims.rules.ts'
import { findProvider, type ProviderRow } from '../identity-providers/identity-providers.store.ts'
import { redirectUri } from '../identity-providers/identity-providers.view.ts'
import {
  isAway,
  ProviderAway,
  type ProviderClient,
} from '../identity-providers/provider-clients.ts'
import { type Flow, keepFlow, takeFlow } from './flows.store.ts'

type Context = Pick<Services, 'db' | 'config' | 'secrets' | 'identityProviders' | 'providerFailed'>

/** Loads the library on first use. */
const library = () => import('openid-client')

const verifierContext = (stateHash: Buffer) => `openid flow ${stateHash.toString('hex')}`

export interface Began {
  /** Where the browser goes. */
  url: string
  /** What the browser keeps: who finishes has to have it. */
  binding: string
}

interface Beginning extends Pick<Flow, 'purpose' | 'session_id' | 'return_to'> {
  /** The IP address of who begins it. */
  ip: string
  /** What the provider is asked beside the usual. */
  asks?: Record<string, string>
}

/** Finds a provider that people may sign in by; throws a Failure `not_found`. */
export async function enabledProvider(
  { db }: Pick<Services, 'db'>,
  id: string,
): Promise<ProviderRow> {
  const provider = await findProvider(db, id)
  if (provider?.enabled) return provider
  throw notFound('Nobody can sign in with this identity provider any more. Reload the page.')
}

/** Begins an authorization code flow with PKCE, `state` and `nonce`. @throws {Failure} where the provider is away */
export async function beginFlow(
  context: Context,
  provider: ProviderRow,
  { asks = {}, ip, ...flow }: Beginning,
): Promise<Began> {
  const { db, config, secrets } = context
  const { configuration } = await clientOf(context, provider)
  const { buildAuthorizationUrl, calculatePKCECodeChallenge, randomNonce, randomPKCECodeVerifier } =
    await library()
  const [state, binding, nonce, verifier] = [
    newToken(),
    newToken(),
    randomNonce(),
    randomPKCECodeVerifier(),
  ]
  const stateHash = hashToken(state)
  await keepFlow(db, {
    ...flow,
    state_hash: stateHash,
    provider_id: provider.id,
    network: neighbourhoodOf(ip),
    binding_hash: hashToken(binding),
    nonce,
    verifier: secrets.seal(verifier, verifierContext(stateHash)),
  })
  const url = buildAuthorizationUrl(configuration, {
    redirect_uri: redirectUri(config.publicUrl, provider.id),
    scope: provider.scopes,
    state,
    nonce,
    code_challenge: await calculatePKCECodeChallenge(verifier),
    code_challenge_method: 'S256',
    ...asks,
  })
  return { url: url.href, binding }
}

/** What a browser sends that a provider has sent back. */
export interface Returned {
  provider: string
  binding: string
  parameters: string
}

/** What a provider has said, checked. */
export interface Finished {
  flow: Flow
  provider: ProviderRow
  /** Those of the ID token, and of the userinfo endpoint what that leaves out. */
  claims: Claims
  idToken: string
}

const flowGone = () =>
  new Failure(
    'dead_link',
    'This sign-in has expired, was begun in another browser, or was already used. Please begin again.',
  )

/**
 * Finishes a flow, which is used up with that.
 * @throws {Failure} `dead_link` where there is no such flow of this browser and provider; `wrong_credentials` where what
 *   the provider sent can't be trusted; `conflict` where it is away or doesn't take part
 */
export async function finishFlow(
  context: Context,
  { provider: providerId, binding, parameters }: Returned,
  purposes: readonly Flow['purpose'][],
): Promise<Finished> {
  const query = new URLSearchParams(parameters)
  const state = query.get('state')
  const flow = state ? await takeFlow(context.db, hashToken(state)) : undefined
  // Each provider has an address of its own to come back to, so that answers of two aren't mixed up.
  if (!state || !flow || flow.provider_id !== providerId.toLowerCase()) throw flowGone()
  if (!timingSafeEqual(hashToken(binding), flow.binding_hash)) throw flowGone()
  if (!purposes.includes(flow.purpose)) throw flowGone()
  const provider = await enabledProvider(context, flow.provider_id)
  const client = await clientOf(context, provider)
  try {
    return { flow, provider, ...(await redeem(context, { client, provider, flow, query, state })) }
  } catch (error) {
    if (error instanceof Failure) throw error
    context.providerFailed(error)
    throw await refusalOf(context, error, provider)
  }
}

interface Redeeming {
  client: ProviderClient
  provider: ProviderRow
  flow: Flow
  query: URLSearchParams
  state: string
}

async function redeem(
  { config, secrets }: Context,
  { client, provider, flow, query, state }: Redeeming,
): Promise<Pick<Finished, 'claims' | 'idToken'>> {
  const { authorizationCodeGrant } = await library()
  const url = new URL(redirectUri(config.publicUrl, provider.id))
  url.search = query.toString()
  const tokens = await authorizationCodeGrant(client.configuration, url, {
    expectedState: state,
    expectedNonce: flow.nonce,
    pkceCodeVerifier: secrets.unseal(flow.verifier, verifierContext(flow.state_hash)),
    idTokenExpected: true,
  })
  const idToken = tokens.id_token ?? ''
  // The claims are checked by now; this is the signature, by a key of the provider alone.
  await client.verify(idToken)
  const claims = tokens.claims()
  if (!claims) throw new Error('no ID token')
  mustHaveAcr(provider, claims, provider.acr_values)
  return { idToken, claims: await withUserInfo(client, provider, tokens, claims) }
}

/** Adds what the ID token leaves out and the userinfo endpoint says; the ID token, which is signed, counts first. */
async function withUserInfo(
  { configuration }: ProviderClient,
  provider: ProviderRow,
  tokens: TokenEndpointResponse,
  claims: IDToken,
): Promise<Claims> {
  const wanted = ['email', 'email_verified', 'name', provider.groups_claim]
  if (wanted.every((name) => claimAt(claims, name) !== undefined)) return claims
  if (!configuration.serverMetadata().userinfo_endpoint) return claims
  const { fetchUserInfo } = await library()
  const more = await fetchUserInfo(configuration, tokens.access_token, claims.sub)
  return { ...more, ...claims }
}

/** Requires one of the wanted levels of authentication, where some are. */
export function mustHaveAcr(provider: ProviderRow, claims: Claims, wanted: string): void {
  const values = wanted.split(/\s+/).filter((value) => value !== '')
  if (values.length === 0 || values.includes(String(claims['acr']))) return
  throw new Failure(
    'wrong_credentials',
    say('“{provider}” didn’t confirm who you are as strongly as is asked here ({wanted}).', {
      provider: provider.name,
      wanted: values.join(', '),
    }),
  )
}

async function clientOf(context: Context, provider: ProviderRow): Promise<ProviderClient> {
  try {
    return await context.identityProviders.clientOf(provider)
  } catch (error) {
    if (!(error instanceof ProviderAway)) throw error
    context.providerFailed(error)
    throw awayFailure(provider, await arePasswordsOff(context.db))
  }
}

const awayFailure = ({ name }: ProviderRow, passwordsOff: boolean) =>
  new Failure(
    'conflict',
    passwordsOff
      ? say('“{provider}” can’t be reached at the moment. Please try again in a few minutes.', {
          provider: name,
        })
      : say(
          '“{provider}” can’t be reached at the moment. Please try again in a few minutes, or sign in with your password.',
          { provider: name },
        ),
  )

/** The failure that a person gets for what went wrong at or with a provider. */
async function refusalOf({ db }: Context, error: unknown, provider: ProviderRow): Promise<Failure> {
  const { AuthorizationResponseError, ResponseBodyError } = await library()
  const named = { provider: provider.name }
  if (error instanceof AuthorizationResponseError) {
    return error.error === 'access_denied'
      ? new Failure(
          'wrong_credentials',
          say('You weren’t signed in: “{provider}” says that it was cancelled or denied.', named),
        )
      : new Failure(
          'conflict',
          say('“{provider}” didn’t sign you in; it answered “{error}”. Please begin again.', {
            ...named,
            error: error.error.slice(0, 100),
          }),
        )
  }
  if (error instanceof ResponseBodyError) {
    return error.error === 'invalid_grant'
      ? flowGone()
      : new Failure(
          'conflict',
          say(
            '“{provider}” doesn’t accept this system as its client ({error}). Please tell an owner.',
            { ...named, error: error.error.slice(0, 100) },
          ),
        )
  }
  if (isAway(error)) return awayFailure(provider, await arePasswordsOff(db))
  return new Failure(
    'wrong_credentials',
    say(
      'What “{provider}” has sent can’t be trusted, so nobody was signed in. Please begin again, and tell an owner if it happens again.',
      named,
    ),
  )
}
