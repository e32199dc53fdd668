import type { SecondFactorAsked } from '@steward/contract/accounts/session'
import type { Failure } from '../../api/failure.ts'
import type { PasskeyChallenge } from '../../api/passkey.ts'

export interface AskedFactor {
  /** The accepted methods; empty if any kind of code is accepted. */
  methods: SecondFactorAsked['methods']
  passkey: PasskeyChallenge | null
}

/** The second factor that a refused sign-in asks for; null if it was refused for another reason. */
export function askedFactor({ code, data }: Failure): AskedFactor | null {
  const step = typeof data === 'object' && data !== null ? (data as Partial<SecondFactorAsked>) : {}
  if (code !== 'second_factor_required' && step.secondFactor !== true) return null
  const passkey = step.passkey?.challengeId ? step.passkey : null
  const methods = (Array.isArray(step.methods) ? step.methods : []).filter(
    (each) =>
      each === 'totp' ||
      each === 'recovery' ||
      each === 'email' ||
      (each === 'passkey' && passkey !== null),
  )
  return { methods: methods.length > 0 ? methods : ['totp'], passkey }
}
