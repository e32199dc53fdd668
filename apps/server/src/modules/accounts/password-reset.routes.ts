import { write } from '../../db/write/write.ts'
import { Failure } from '../../http/failure.ts'
import type { Handlers } from '../../http/handler.ts'
import { accountHolder } from '../../mail/recipient.ts'
import type { Services } from '../../services.ts'
import { passwordChanged } from '../authentication/account-events.ts'
import { findAccount, setPassword } from '../authentication/credentials.store.ts'
import { passwordChangedEmail, resetEmail } from '../authentication/email-templates.ts'
import { createLink, findLink, type PasswordLink, takeLink } from '../authentication/links.store.ts'
import { hashPassword, mustBeStrong } from '../authentication/passwords.ts'
import { endSessions } from '../authentication/sessions.store.ts'
import {
  arePasswordsOff,
  mustSignInByPassword,
  passwordsAreOff,
} from '../authentication/sign-in-settings.store.ts'
import {
  clearSignInFailures,
  countAttempt,
  enforceRateLimit,
  perAddress,
  perUser,
} from '../authentication/throttle.store.ts'

/** How many links are mailed to an account in an hour; earlier links stay valid. */
const maxLinks = 5

const deadLink = () =>
  new Failure(
    'dead_link',
    'This link has already been used, has expired or was copied incompletely. Please request a new one.',
  )

/** Handlers of forgotten passwords and of links that set one (specification sections 4 and 7). */
export function passwordResetHandlers({
  db,
  mailer,
  background,
}: Services): Handlers<`accounts.${'forgotPassword' | 'checkLink' | 'resetPassword'}`> {
  /** Finds a valid link by its token; limits guesses by network address. */
  const liveLink = async (token: string, ip: string): Promise<PasswordLink> => {
    const attempt = await enforceRateLimit(db, perAddress('link', ip, 60, 15))
    const link = await findLink(db, token)
    if (!link) throw deadLink()
    await attempt.uncount()
    return link
  }
  const mailResetLink = async (email: string): Promise<void> => {
    const account = await findAccount(db, email)
    if (!account || account.status === 'inactive') return
    const { wait } = await countAttempt(db, perUser('forgot-mail', account.id, maxLinks, 60))
    if (wait > 0) return
    const { token } = await createLink(db, account.id, 'reset')
    mailer.send(accountHolder(account), resetEmail(token))
  }
  return {
    'accounts.forgotPassword': async ({ body, ip }) => {
      if (await arePasswordsOff(db)) throw passwordsAreOff()
      // Limit by network address alone: others must not keep somebody from resetting their password.
      await enforceRateLimit(db, perAddress('forgot', ip, 60, 60))
      background.run(() => mailResetLink(body.email))
      return {
        message:
          'If there is a staff account with this address, we have e-mailed it a link. The link works for 60 minutes.',
        data: null,
      }
    },
    'accounts.checkLink': async ({ body, ip }) => {
      const link = await liveLink(body.token, ip)
      await mustSignInByPassword(db, link.user_id)
      return { data: { kind: link.kind, expiresAt: link.expires_at } }
    },
    'accounts.resetPassword': async ({ body, ip, caller }) => {
      const link = await liveLink(body.token, ip)
      const { user_id: id, name, email } = link
      await mustSignInByPassword(db, id)
      mustBeStrong(body.password, email)
      const passwordHash = await hashPassword(body.password)
      await write(db, { user: id, ...caller }, async (writing) => {
        const { tx, lock } = writing
        const people = await lock('users', [id])
        if (!(await takeLink(tx, body.token))) throw deadLink()
        await setPassword(tx, id, passwordHash)
        // A used link proves that the person has the address.
        const unproved = people.filter((person) => !person.email_confirmed)
        await writing.update('users', unproved, { email_confirmed: true })
        await endSessions(tx, id)
        writing.note(passwordChanged({ id, name }))
      })
      await clearSignInFailures(db, email)
      mailer.send(accountHolder(link), passwordChangedEmail())
      return { message: 'Your new password is set. Please sign in with it.', data: null }
    },
  }
}
