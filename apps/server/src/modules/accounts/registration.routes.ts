import type { FailureEntry } from '@steward/contract/errors'
import { write } from '../../db/write.ts'
import { evenTime } from '../../http/constant-time.ts'
import { Failure } from '../../http/failure.ts'
import type { Handlers } from '../../http/routes.ts'
import { accountHolder, addressAlone } from '../../mail/recipient.ts'
import type { Services } from '../../services.ts'
import { setPassword } from '../auth/credentials.store.ts'
import { createLink, findLink, takeLink } from '../auth/links.store.ts'
import { mustBeStrong, passwordErrors } from '../auth/password-policy.ts'
import { hashPassword } from '../auth/passwords.ts'
import { endSessions, findAccount } from '../auth/sessions.store.ts'
import {
  countAttempt,
  forgetSignIns,
  perAddress,
  perEmail,
  perEmailAndAddress,
  perUser,
  tally,
} from '../auth/throttle.ts'
import { confirmAddress, expireUnconfirmed } from './confirmations.service.ts'
import {
  alreadyKnownLetter,
  confirmationLetter,
  ownerLetter,
  passwordChangedLetter,
  resetLetter,
} from './email-templates.ts'
import { hasAdmins, type Registered, registerAdmin } from './registration.service.ts'
import { alwaysAsksForSetupCode, isSetupCode } from './setup-code.ts'

/** Milliseconds at whose multiples a registration is answered. */
const registrationStep = 300

/** Links for a forgotten password that an account is mailed in an hour; the earlier ones still work. */
const mostLinks = 5

/** Mails about registrations that an address gets in an hour, wherever they are made. */
const mostRegistrationMails = 10

const deadLink = () =>
  new Failure(
    'dead_link',
    'This link has been used already, has expired or was copied incompletely. Please ask for a new one.',
  )

const deadConfirmation = () =>
  new Failure(
    'dead_link',
    'This link has been used already, has expired or was copied incompletely. If your address is not confirmed yet, please register again with the same address: a new link is mailed to you.',
  )

/** Registration, forgotten passwords and the links that set one (specification sections 4 and 7). */
export function accountsHandlers(
  services: Services,
): Handlers<
  | 'accounts.registration'
  | 'accounts.register'
  | 'accounts.confirmAddress'
  | 'accounts.forgotPassword'
  | 'accounts.checkLink'
  | 'accounts.resetPassword'
> {
  const { db, config, secrets, post, background } = services
  const always = alwaysAsksForSetupCode(config)
  return {
    'accounts.registration': async ({ forwarded }) => {
      const first = !(await hasAdmins(db))
      return { data: { first, setupCode: first && (always || forwarded) } }
    },
    'accounts.register': async ({ body, ip, forwarded }) => {
      const { name, email, password, setupCode } = body
      const perPlace = await perEmailAndAddress(db, 'register', { email, ip }, 5, 60)
      await countAttempt(db, [perPlace, perAddress('register', ip, 60, 60)])
      const first = !(await hasAdmins(db))
      const asks = always || forwarded
      const brought = !asks || isSetupCode(secrets, setupCode ?? '')
      const errors: FailureEntry[] = passwordErrors(password, email)
      if (first && !brought) errors.push({ msg: setupCodeWords(setupCode), path: 'setupCode' })
      if (errors.length > 0) {
        throw new Failure('invalid', 'Please check the fields that are marked.', { errors })
      }
      // Whether the address is known must show neither in the words nor in the time.
      const registered = await evenTime(registrationStep, async () => {
        const passwordHash = await hashPassword(password)
        return await registerAdmin(db, { name, email, passwordHash, mayOwn: brought })
      })
      background.run(async () => {
        const mails = await perEmail(db, 'register-mail', email, mostRegistrationMails, 60)
        if ((await tally(db, [mails])).wait === 0) tell(services, email, registered)
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
          'We have sent you a mail. Please open the link in it within 24 hours to confirm your e-mail address; then your registration can be decided on.',
        data: { status: 'pending' },
      }
    },
    'accounts.confirmAddress': async ({ body, ip }) => {
      const attempt = await countAttempt(db, [perAddress('link', ip, 60, 15)])
      if (!(await confirmAddress(db, body.token))) throw deadConfirmation()
      await attempt.takeBack()
      return {
        message:
          'Your e-mail address is confirmed. You will get a mail once your registration has been decided on.',
        data: null,
      }
    },
    'accounts.forgotPassword': async ({ body, ip }) => {
      // Not by account: whoever asks in somebody's name must not keep them from asking.
      await countAttempt(db, [perAddress('forgot', ip, 60, 60)])
      background.run(async () => {
        const account = await findAccount(db, body.email)
        if (!account || account.status === 'inactive') return
        const mailed = await tally(db, [perUser('forgot-mail', account.id, mostLinks, 60)])
        if (mailed.wait > 0) return
        const { token } = await createLink(db, account.id, 'reset')
        post.send(accountHolder(account), resetLetter(config.publicUrl, token))
      })
      return {
        message:
          'If there is a staff account with this address, a mail with a link is on its way. The link works for 60 minutes.',
        data: null,
      }
    },
    'accounts.checkLink': async ({ body, ip }) => {
      const attempt = await countAttempt(db, [perAddress('link', ip, 60, 15)])
      const link = await findLink(db, body.token)
      if (!link) throw deadLink()
      await attempt.takeBack()
      return { data: { kind: link.kind, expiresAt: link.expires_at } }
    },
    'accounts.resetPassword': async ({ body, ip }) => {
      const attempt = await countAttempt(db, [perAddress('link', ip, 60, 15)])
      const link = await findLink(db, body.token)
      if (!link) throw deadLink()
      await attempt.takeBack()
      mustBeStrong(body.password, link.email)
      const passwordHash = await hashPassword(body.password)
      await write(db, { user: link.user_id }, async ({ tx, lock, update }) => {
        const people = await lock('users', [link.user_id])
        if (!(await takeLink(tx, body.token))) throw deadLink()
        await setPassword(tx, link.user_id, passwordHash)
        // Whoever uses a link reads the mail of this address.
        const unproved = people.filter((person) => !person.email_confirmed)
        await update('users', unproved, { email_confirmed: true })
        await endSessions(tx, link.user_id)
      })
      await forgetSignIns(db, link.email)
      post.send(accountHolder(link), passwordChangedLetter(config.publicUrl))
      return { message: 'Your new password is set. Please sign in with it.', data: null }
    },
  }
}

const setupCodeWords = (typed: string | null | undefined) =>
  typed
    ? 'is not the setup code that the server printed at its start'
    : 'is needed for the first account: the server printed it at its start'

/** Tells whoever has the address what a registration with it came to. */
function tell({ post, config }: Services, email: string, registered: Registered): void {
  if ('person' in registered) {
    const { person } = registered
    const staff = person.type === 'admin' && person.status !== 'inactive'
    const to = accountHolder({ ...person, email: person.email ?? email })
    post.send(to, alreadyKnownLetter(config.publicUrl, staff))
    return
  }
  const letter =
    registered.as === 'owner'
      ? ownerLetter(config.publicUrl)
      : confirmationLetter(config.publicUrl, registered.confirmation, null)
  post.send(addressAlone(email), letter)
}
