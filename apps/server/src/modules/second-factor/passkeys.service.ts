import type { AuthenticationResponseJSON, RegistrationResponseJSON } from '@simplewebauthn/server'
import type { BodyOf } from '@steward/contract/calls/endpoints'
import { Failure } from '../../http/failure.ts'
import { newId } from '../../ids.ts'
import type { Services } from '../../services.ts'
import { keepChallenge, type Purpose, takeChallenge } from './passkey-challenges.store.ts'
import {
  advancePasskey,
  findPasskey,
  insertPasskey,
  type Passkey,
  passkeysOf,
} from './passkeys.store.ts'
import { type RelyingParty, relyingParty } from './relying-party.ts'

type Context = Pick<Services, 'db' | 'config' | 'community'>

/** Loaded when somebody first uses a passkey: it is 7 MB of the heap. */
const webauthn = () => import('@simplewebauthn/server')

/** Ed25519, ES256 and RS256: what authenticators have today. */
const algorithms = [-8, -7, -257]

/** Milliseconds that a browser waits for its person. */
const timeout = 300_000

type Answer = BodyOf<'session.passkeyLogin'>

/** What a browser is handed, under the number that its answer has to name. */
export interface Challenge {
  challengeId: string
  options: Record<string, unknown>
}

function partyOf(context: Pick<Context, 'config'>): RelyingParty {
  const party = relyingParty(context.config.publicUrl)
  if (party) return party
  throw new Failure(
    'conflict',
    'Browsers allow passkeys only for a name over https. PUBLIC_URL has to be such an address, for example https://staff.example.com.',
  )
}

/**
 * Begins to add a passkey.
 * @throws {Failure} `conflict` where the address of this server allows none
 */
export async function beginAddingPasskey(
  context: Context,
  user: { id: string; name: string; email: string },
): Promise<Challenge> {
  const party = partyOf(context)
  const known = await passkeysOf(context.db, user.id)
  const { generateRegistrationOptions } = await webauthn()
  const options = await generateRegistrationOptions({
    rpName: await context.community(),
    rpID: party.id,
    userName: user.email,
    userDisplayName: user.name,
    userID: new TextEncoder().encode(user.id),
    attestationType: 'none',
    supportedAlgorithmIDs: algorithms,
    timeout,
    excludeCredentials: known.map((each) => ({
      id: each.credential_id,
      transports: each.transports,
    })),
    authenticatorSelection: { residentKey: 'preferred', userVerification: 'preferred' },
  })
  const purpose: Purpose = { purpose: 'add', user: user.id }
  return {
    challengeId: await keepChallenge(context.db, options.challenge, purpose),
    options: { ...options },
  }
}

/**
 * Checks a new passkey that a browser has made.
 * @returns adds it, as part of a transaction; null where it does not fit its challenge
 */
export async function checkNewPasskey(
  context: Context,
  user: string,
  { challengeId, response, name }: Answer & { name: string },
): Promise<((tx: Services['db']) => Promise<void>) | null> {
  const party = partyOf(context)
  const challenge = await takeChallenge(context.db, challengeId, { purpose: 'add', user })
  if (!challenge) return null
  const { verifyRegistrationResponse } = await webauthn()
  const checked = await verifyRegistrationResponse({
    response: response as unknown as RegistrationResponseJSON,
    expectedChallenge: challenge,
    expectedOrigin: party.origins,
    expectedRPID: party.id,
    requireUserVerification: false,
    supportedAlgorithmIDs: algorithms,
  }).catch(() => null)
  if (!checked?.verified) return null
  const { credential, credentialDeviceType } = checked.registrationInfo
  return (tx) =>
    insertPasskey(tx, {
      id: newId(),
      user_id: user,
      credential_id: credential.id,
      public_key: Buffer.from(credential.publicKey),
      counter: credential.counter,
      transports: (credential.transports ?? []).map(String).slice(0, 10),
      name,
      synced: credentialDeviceType === 'multiDevice',
      last_used_at: null,
    })
}

const inPlaceOfPassword = ({ purpose }: Purpose): boolean =>
  purpose === 'sign_in' || purpose === 'step_up'

/**
 * Begins to ask for a passkey: one of a person's as their second factor, or any that this browser
 * has, to sign in without a password. In place of a password, in a step-up too, it has to ask for
 * its owner's finger, face or PIN.
 */
export async function beginPasskey(
  context: Context,
  purpose: Exclude<Purpose, { purpose: 'add' }>,
): Promise<Challenge> {
  const party = partyOf(context)
  const own = purpose.user ? await passkeysOf(context.db, purpose.user) : []
  const { generateAuthenticationOptions } = await webauthn()
  const options = await generateAuthenticationOptions({
    rpID: party.id,
    allowCredentials: own.map((each) => ({ id: each.credential_id, transports: each.transports })),
    userVerification: inPlaceOfPassword(purpose) ? 'required' : 'preferred',
    timeout,
  })
  return {
    challengeId: await keepChallenge(context.db, options.challenge, purpose),
    options: { ...options },
  }
}

/**
 * Checks the answer of a passkey and uses its challenge up.
 * @returns the passkey, null where the answer proves nothing
 */
export async function usePasskey(
  context: Context,
  { challengeId, response }: Answer,
  purpose: Purpose,
): Promise<Passkey | null> {
  const party = relyingParty(context.config.publicUrl)
  const challenge = party && (await takeChallenge(context.db, challengeId, purpose))
  if (!challenge) return null
  const passkey = await findPasskey(context.db, response.id)
  if (!passkey || (purpose.user && passkey.user_id !== purpose.user)) return null
  if (!purpose.user && handleOf(response) !== passkey.user_id) return null
  const { verifyAuthenticationResponse } = await webauthn()
  const checked = await verifyAuthenticationResponse({
    response: response as unknown as AuthenticationResponseJSON,
    expectedChallenge: challenge,
    expectedOrigin: party.origins,
    expectedRPID: party.id,
    requireUserVerification: inPlaceOfPassword(purpose),
    credential: {
      id: passkey.credential_id,
      publicKey: new Uint8Array(passkey.public_key),
      counter: passkey.counter,
      transports: passkey.transports,
    },
  }).catch(() => null)
  if (!checked?.verified) return null
  const { newCounter } = checked.authenticationInfo
  return (await advancePasskey(context.db, passkey, newCounter)) ? passkey : null
}

/** Whom a passkey says that it belongs to. */
function handleOf({ response }: Answer['response']): string | null {
  const handle = response['userHandle']
  return typeof handle === 'string' ? Buffer.from(handle, 'base64url').toString('utf8') : null
}
