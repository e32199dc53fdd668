import { Failure } from '../../http/failure.ts'
import type { Handlers } from '../../http/routes.ts'
import { type Session, sessionEnded } from '../../http/session.ts'
import type { Services } from '../../services.ts'
import { requireOwnPassword } from '../auth/own-password.ts'
import { noteStepUp } from '../auth/sessions.store.ts'
import { enforceRateLimit, perUser } from '../auth/throttle.ts'
import { beginPasskey, usePasskey } from '../second-factor/passkeys.service.ts'
import { passkeysOf } from '../second-factor/passkeys.store.ts'

/** Step-up: proving again who one is, for the calls that ask for it (`step_up_required`). */
export function stepUpHandlers(
  services: Services,
): Handlers<'profile.stepUpOptions' | 'profile.stepUp'> {
  const { db } = services
  const mustFit = async (session: Session, answer: Parameters<typeof usePasskey>[1]) => {
    const limit = perUser('step-up-passkey', session.user.id, 10, 15)
    const attempt = await enforceRateLimit(db, [limit])
    const purpose = { purpose: 'step_up', user: session.user.id } as const
    if (!(await usePasskey(services, answer, purpose))) {
      const msg = 'couldn’t be verified. Try again or enter your password'
      throw new Failure('invalid', `That passkey ${msg}.`, { errors: [{ msg, path: 'response' }] })
    }
    await attempt.forget(limit.key)
  }
  return {
    'profile.stepUpOptions': async ({ session }) => {
      const user = session.user.id
      await enforceRateLimit(db, [perUser('step-up-options', user, 60, 15)])
      if ((await passkeysOf(db, user)).length === 0) {
        throw new Failure('conflict', 'You have no passkey. Enter your password instead.')
      }
      return { data: await beginPasskey(services, { purpose: 'step_up', user }) }
    },
    'profile.stepUp': async ({ body, session }) => {
      const { password, challengeId, response } = body
      if (password !== undefined) await requireOwnPassword(db, session, password, 'password')
      else if (challengeId && response) await mustFit(session, { challengeId, response })
      else throw new Failure('invalid', 'Enter your password.')
      const until = await noteStepUp(db, session.id)
      if (!until) throw sessionEnded()
      return { message: 'Confirmed', data: { until } }
    },
  }
}
