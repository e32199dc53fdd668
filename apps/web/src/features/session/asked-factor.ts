import type { SecondFactorAsked } from '@steward/contract/accounts/session'
import type { Failure } from '../../api/failure.ts'
import type { PasskeyChallenge } from '../../api/passkey.ts'

/** How somebody may prove that it is them, as the server asks for it. */
export interface AskedFactor {
  /** What the person may choose from; a server that names nothing gets a code of whatever kind. */
  methods: SecondFactorAsked['methods']
  passkey: PasskeyChallenge | null
}

/** Reads what a sign-in was refused for; null where it wasn't for want of a second factor. */
export function askedFactor({ code, data }: Failure): AskedFactor | null {
  const told = typeof data === 'object' && data !== null ? (data as Partial<SecondFactorAsked>) : {}
  if (code !== 'second_factor_required' && told.secondFactor !== true) return null
  const passkey = told.passkey?.challengeId ? told.passkey : null
  const methods = (Array.isArray(told.methods) ? told.methods : []).filter(
    (each) =>
      each === 'totp' ||
      each === 'recovery' ||
      each === 'email' ||
      (each === 'passkey' && passkey !== null),
  )
  return { methods: methods.length > 0 ? methods : ['totp'], passkey }
}
