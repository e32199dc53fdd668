import type { AuthenticationResponseJSON, RegistrationResponseJSON } from '@simplewebauthn/server'
import type { BodyOf } from '@steward/contract/calls/endpoints'
import type { Db } from '../../db/connection/connection.ts'
import { conflict } from '../../http/failure.ts'
import { newId } from '../../ids.ts'
import type { Services } from '../../services.ts'
import { communityName } from '../../web-config.ts'
import {
  advancePasskey,
  findPasskey,
  insertPasskey,
  keepChallenge,
  type Passkey,
  type Purpose,
  passkeysOf,
  takeChallenge,
} from './passkeys.store.ts'
import { type RelyingParty, relyingParty } from './relying-party.ts'

type Context = Pick<Services, 'db' | 'config'>

/** Loads the library on first use, since it takes 7 MB of the heap. */
const webauthn = () => import('@simplewebauthn/server')

/** The accepted signature algorithms: Ed25519, ES256 and RS256. */
const algorithms = [-8, -7, -257]

/** How long the browser waits for a passkey, in milliseconds. */
const timeout = 300_000

type Answer = BodyOf<'session.passkeyLogin'>

/** A challenge for a browser, whose answer contains the id. */
export interface Challenge {
  challengeId: string
  options: Record<string, unknown>
}

/** The relying party; throws a Failure `conflict` where `publicUrl` allows no passkeys. */
function partyOf(context: Context): RelyingParty {
  const party = relyingParty(context.config.publicUrl)
  if (party) return party
  throw conflict(
    'Browsers allow passkeys only for a name over https. PUBLIC_URL has to be such an address, for example https://staff.example.com.',
  )
}

const credentialsOf = async ({ db }: Context, user: string) =>
  (await passkeysOf(db, user)).map(({ credential_id: id, transports }) => ({ id, transports }))

async function challengeFor({ db }: Context, purpose: Purpose, options: { challenge: string }) {
  const challengeId = await keepChallenge(db, options.challenge, purpose)
  return { challengeId, options: { ...options } }
}

/** Begins adding a passkey; throws a Failure `conflict` where this server's address allows none. */
export async function beginAddingPasskey(
  context: Context,
  user: { id: string; name: string; email: string },
): Promise<Challenge> {
  const { generateRegistrationOptions } = await webauthn()
  const options = await generateRegistrationOptions({
    rpName: await communityName(context.config.dataDir),
    rpID: partyOf(context).id,
    userName: user.email,
    userDisplayName: user.name,
    userID: new TextEncoder().encode(user.id),
    attestationType: 'none',
    supportedAlgorithmIDs: algorithms,
    timeout,
    excludeCredentials: await credentialsOf(context, user.id),
    authenticatorSelection: { residentKey: 'preferred', userVerification: 'preferred' },
  })
  return await challengeFor(context, { purpose: 'add', user: user.id }, options)
}

/** Checks a new passkey; returns what adds it in a transaction, null where invalid. */
export async function checkNewPasskey(
  context: Context,
  user: string,
  { challengeId, response, name }: Answer & { name: string },
): Promise<((tx: Db) => Promise<void>) | null> {
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

/** Whether a passkey replaces the password and so must verify the person by finger, face or PIN. */
const inPlaceOfPassword = ({ purpose }: Purpose): boolean =>
  purpose === 'sign_in' || purpose === 'step_up'

/** Makes a challenge for a person's passkeys, or to sign in by any passkey of this browser. */
export async function beginPasskey(context: Context, purpose: Purpose): Promise<Challenge> {
  const { generateAuthenticationOptions } = await webauthn()
  const options = await generateAuthenticationOptions({
    rpID: partyOf(context).id,
    allowCredentials: purpose.user ? await credentialsOf(context, purpose.user) : [],
    userVerification: inPlaceOfPassword(purpose) ? 'required' : 'preferred',
    timeout,
  })
  return await challengeFor(context, purpose, options)
}

/** Uses up a challenge; returns null where the answer isn't valid. */
export async function usePasskey(
  context: Context,
  { challengeId, response }: Answer,
  purpose: Purpose,
): Promise<Passkey | null> {
  const party = relyingParty(context.config.publicUrl)
  const challenge = party && (await takeChallenge(context.db, challengeId, purpose))
  if (!challenge) return null
  const passkey = await findPasskey(context.db, response.id)
  if (passkey?.user_id !== (purpose.user ?? handleOf(response)) || !passkey) return null
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

/** The id of the user that a passkey's answer contains. */
function handleOf({ response }: Answer['response']): string | null {
  const handle = response['userHandle']
  return typeof handle === 'string' ? Buffer.from(handle, 'base64url').toString('utf8') : null
}
