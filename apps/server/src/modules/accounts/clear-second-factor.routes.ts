import { write } from '../../db/write/write.ts'
import { requireStepUp } from '../../http/authorize.ts'
import { notFound, notPermitted, unsafe } from '../../http/failure.ts'
import type { Handlers } from '../../http/routes.ts'
import { actorOf } from '../../http/session.ts'
import { accountHolder } from '../../mail/recipient.ts'
import type { Services } from '../../services.ts'
import { accountEvent } from '../authentication/account-events.ts'
import { findAccountById } from '../authentication/credentials.store.ts'
import { factorChangedEmail } from '../authentication/email-templates.ts'
import { endSessions } from '../authentication/sessions.store.ts'
import { lockAuthorities } from '../roles/authority.store.ts'
import { nameIfVouched } from '../roles/owner-notices.ts'
import { findSecondFactor, removeFactors } from '../second-factor/second-factor.store.ts'

const noSuchAdmin = () => notFound('There is no such admin.')

export const clearSecondFactorHandlers = ({
  db,
  mailer,
  notifyOwners,
}: Services): Handlers<'secondFactor.ofUser' | 'secondFactor.clear'> => ({
  'secondFactor.ofUser': async ({ params, session }) => {
    const account = await findAccountById(db, params.id)
    if (!account) throw noSuchAdmin()
    const { on, required, totp, passkeys } = await findSecondFactor(db, account.id)
    const mayClear = on && session.owner && account.id !== session.user.id
    return { data: { on, required, totp, passkeys, mayClear } }
  },
  'secondFactor.clear': async ({ params, session }) => {
    const account = await write(db, actorOf(session), async (writing) => {
      const { tx } = writing
      const authorities = await lockAuthorities(writing, session, { users: [params.id] })
      const account = await findAccountById(tx, params.id)
      if (!account) throw noSuchAdmin()
      if (!authorities.session.owner) {
        throw notPermitted('Only an owner can remove somebody’s second factor.')
      }
      if (account.id === session.user.id) {
        throw unsafe('Change your own second factor in your profile.')
      }
      await removeFactors(tx, account.id)
      await endSessions(tx, account.id)
      writing.note(accountEvent('update', account, 'The second factor was removed'))
      requireStepUp(authorities.session)
      return account
    })
    notifyOwners(session, {
      subject: 'A second factor was removed',
      did: `removed the second factor of ${nameIfVouched(account)}`,
      about: account.id,
    })
    const words = `${session.user.name}, an owner, removed your second factor and signed you out everywhere.`
    mailer.send(accountHolder(account), factorChangedEmail(words))
    return { message: `Second factor of ${account.name} removed`, data: {} }
  },
})
