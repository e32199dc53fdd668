import { msg } from '@steward/i18n/reader'
import { constantTime } from '../../http/constant-time.ts'
import { Failure, type Wrong } from '../../http/failure.ts'
import type { Handlers } from '../../http/handler.ts'
import type { Services } from '../../services.ts'
import { hashPassword, passwordErrors } from '../authentication/passwords.ts'
import { arePasswordsOff, passwordsAreOff } from '../authentication/sign-in-settings.store.ts'
import {
  countAttempt,
  enforceRateLimit,
  perAddress,
  perEmail,
} from '../authentication/throttle.store.ts'
import { hasAdmins } from '../users/users.store.ts'
import {
  confirmAddress,
  expireUnconfirmed,
  notifyOfRegistration,
  registerAdmin,
} from './registration.service.ts'
import { alwaysAsksForSetupCode, isSetupCode } from './setup-code.ts'

/** Answers are sent at multiples of this time, in milliseconds. */
const registrationStep = 300

/** How many registration mails are sent to an address in an hour. */
const maxRegistrationMails = 10

/** Handlers of registrations and confirmations (specification sections 4 and 7). */
export function registrationHandlers(
  services: Services,
): Handlers<`accounts.${'registration' | 'register' | 'confirmAddress'}`> {
  const { db, config, secrets, background } = services
  const always = alwaysAsksForSetupCode(config)
  return {
    'accounts.registration': async ({ forwarded }) => {
      const first = !(await hasAdmins(db))
      return { data: { first, setupCode: first && (always || forwarded) } }
    },
    'accounts.register': async ({ body, ip, caller, forwarded }) => {
      const { name, email, password, setupCode } = body
      const here = await perEmail(db, 'register', { email, ip }, 5, 60)
      await enforceRateLimit(db, here, perAddress('register', ip, 60, 60))
      if (await arePasswordsOff(db)) throw passwordsAreOff()
      const first = !(await hasAdmins(db))
      const mayOwn = !(always || forwarded) || isSetupCode(secrets, setupCode ?? '')
      const errors: Wrong[] = passwordErrors(password, email)
      if (first && !mayOwn) errors.push({ msg: setupCodeWords(setupCode), path: 'setupCode' })
      if (errors.length > 0) {
        throw new Failure('invalid', 'Please check the marked fields.', { errors })
      }
      // Neither the words nor the time of the answer show whether the address is known.
      const registered = await constantTime(registrationStep, async () => {
        const passwordHash = await hashPassword(password)
        return await registerAdmin(db, { name, email, passwordHash, mayOwn, caller })
      })
      background.run(async () => {
        const mails = await perEmail(db, 'register-mail', { email }, maxRegistrationMails, 60)
        const { wait } = await countAttempt(db, mails)
        if (wait === 0) notifyOfRegistration(services, email, registered)
        await expireUnconfirmed(db)
      })
      if (registered.as === 'owner') {
        return {
          message: 'Your account is the owner of this system. You can sign in now.',
          data: { status: 'active' },
        }
      }
      return {
        message:
          'We have sent you an e-mail. Open the link in it within 24 hours to confirm your e-mail address. Staff then review your registration.',
        data: { status: 'pending' },
      }
    },
    'accounts.confirmAddress': async ({ body, ip, caller }) => {
      const attempt = await enforceRateLimit(db, perAddress('link', ip, 60, 15))
      if (!(await confirmAddress(db, body.token, caller))) {
        throw new Failure(
          'dead_link',
          'This link has already been used, has expired or was copied incompletely. If your address isn’t confirmed yet, register again with the same address to get a new link.',
        )
      }
      await attempt.uncount()
      return {
        message:
          'Your e-mail address is confirmed. You will get an e-mail once your registration has been reviewed.',
        data: null,
      }
    },
  }
}

const setupCodeWords = (typed: string | null | undefined) =>
  typed
    ? msg('is not the setup code that the server printed at startup')
    : msg('is required for the first account. The server printed it at startup')
