import { permission } from '@steward/contract/permissions/permissions'
import { msg } from '@steward/i18n/reader'
import { say } from '@steward/i18n/sentence'
import { write } from '../../db/write/write.ts'
import { requireStepUp } from '../../http/authorize.ts'
import { notFound, notPermitted, unsafe } from '../../http/failure.ts'
import type { Handlers } from '../../http/handler.ts'
import { actorOf } from '../../http/session.ts'
import { accountHolder } from '../../mail/recipient.ts'
import type { Services } from '../../services.ts'
import { accountEvent } from '../authentication/account-events.ts'
import { findAccountById } from '../authentication/credentials.store.ts'
import { factorChangedEmail } from '../authentication/email-templates.ts'
import { endSessions } from '../authentication/sessions.store.ts'
import { requireFor } from '../records/record-permission.ts'
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
    const account = await findAccountById(db, params.id, session.scope)
    if (!account) throw noSuchAdmin()
    const { id, name } = account
    const view = permission('Users', 'Admins', 'view')
    await requireFor(db, session, [view], { area: 'users', id, title: name })
    const { on, required, totp, passkeys } = await findSecondFactor(db, account.id)
    const mayClear = on && session.owner && account.id !== session.user.id
    return { data: { on, required, totp, passkeys, mayClear } }
  },
  'secondFactor.clear': async ({ params, session }) => {
    const account = await write(db, actorOf(session), async (writing) => {
      const { tx } = writing
      const authorities = await lockAuthorities(writing, session, { users: [params.id] })
      const account = await findAccountById(tx, params.id, session.scope)
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
      subject: msg('A second factor was removed'),
      did: (by) =>
        say('{by} removed the second factor of {name}.', { by, name: nameIfVouched(account) }),
      about: account.id,
    })
    const words = say(
      '{name}, an owner, removed your second factor and signed you out everywhere.',
      { name: session.user.name },
    )
    mailer.send(accountHolder(account), factorChangedEmail(words))
    return { message: say('Second factor of {name} removed', { name: account.name }), data: {} }
  },
})
