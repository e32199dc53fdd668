import {
  browserSupportsWebAuthn,
  type PublicKeyCredentialCreationOptionsJSON,
  type PublicKeyCredentialRequestOptionsJSON,
  startAuthentication,
  startRegistration,
  WebAuthnError,
} from '@simplewebauthn/browser'
import type { BodySent, DataOf } from '@steward/contract/calls/endpoints'
import { t } from '@steward/i18n/reader'
import { call } from './client.ts'
import { Failure, isLackOfCall } from './failure.ts'

/** What a call takes that proves the possession of a passkey. */
export type PasskeyProof = NonNullable<BodySent<'session.passkeyLogin'>>

/** A challenge of the server, good for one answer. */
export type PasskeyChallenge = DataOf<'session.passkeyOptions'>

/**
 * Has the browser ask for a passkey. Loaded only where it is used: the sign-in page stays small.
 * @throws Failure in words for the person: cancelled, not possible here…
 */
export async function askPasskey({
  challengeId,
  options,
}: PasskeyChallenge): Promise<PasskeyProof> {
  const optionsJSON = options as unknown as PublicKeyCredentialRequestOptionsJSON
  const response = await inWords(optionsJSON.rpId, () => startAuthentication({ optionsJSON }))
  return { challengeId, response: response as unknown as PasskeyProof['response'] }
}

/**
 * Has the browser make a passkey.
 * @throws Failure in words for the person: cancelled, there is one already, not possible here…
 */
export async function makePasskey({
  challengeId,
  options,
}: PasskeyChallenge): Promise<PasskeyProof> {
  const optionsJSON = options as unknown as PublicKeyCredentialCreationOptionsJSON
  const response = await inWords(optionsJSON.rp.id, () => startRegistration({ optionsJSON }))
  return { challengeId, response: response as unknown as PasskeyProof['response'] }
}

async function inWords<T>(domain: string | undefined, ask: () => Promise<T>): Promise<T> {
  if (!browserSupportsWebAuthn())
    throw failed(t('This browser can’t use passkeys at this address.'))
  try {
    return await ask()
  } catch (thrown) {
    throw failed(wordsFor(thrown, domain))
  }
}

function wordsFor(thrown: unknown, domain: string | undefined): string {
  const code = thrown instanceof WebAuthnError ? thrown.code : null
  const name = thrown instanceof Error ? thrown.name : null
  if (code === 'ERROR_AUTHENTICATOR_PREVIOUSLY_REGISTERED' || name === 'InvalidStateError')
    return t('This device or security key already has a passkey for this account.')
  if (name === 'SecurityError' || code === 'ERROR_INVALID_RP_ID')
    return domain
      ? t('Passkeys only work at {address}. Please open that address.', {
          address: addressAt(domain),
        })
      : t('Passkeys only work at another address. Please open that address.')
  if (name === 'NotAllowedError' || name === 'AbortError')
    return t(
      'No passkey was used. The request was cancelled or timed out, or this device has no passkey.',
    )
  return thrown instanceof Error && thrown.message
    ? t('The passkey couldn’t be used: {reason}', { reason: thrown.message })
    : t('The passkey couldn’t be used.')
}

function addressAt(domain: string): string {
  const { protocol, port } = window.location
  return `${protocol}//${domain}${port && `:${port}`}`
}

const failed = (message: string) => new Failure({ status: 0, code: 'unknown', message })

/** Asks the server to sign in whoever has a passkey of this browser; throws Failure. */
export async function askToSignIn() {
  try {
    const { data } = await call('session.passkeyOptions')
    return await call('session.passkeyLogin', { body: await askPasskey(data) })
  } catch (thrown) {
    if (!(thrown instanceof Failure) || !isLackOfCall(thrown)) throw thrown
    throw failed(t('This server doesn’t support passkeys. Sign in with your password.'))
  }
}
