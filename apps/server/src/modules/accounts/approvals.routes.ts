import { permission } from '@steward/contract/permissions/permissions'
import { say } from '@steward/i18n/sentence'
import { scopedSource } from '../../db/list/scope.ts'
import { currentRecords } from '../../db/list/source.ts'
import { denyPermission, hasPermission } from '../../http/authorize.ts'
import { conflict, notFound } from '../../http/failure.ts'
import type { Handlers } from '../../http/handler.ts'
import { accountHolder } from '../../mail/recipient.ts'
import type { Services } from '../../services.ts'
import {
  findAccountById,
  hasPassword,
  removePasswords,
} from '../authentication/credentials.store.ts'
import { approvedEmail, declinedEmail } from '../authentication/email-templates.ts'
import { enforceRateLimit, perUser } from '../authentication/throttle.store.ts'
import { requireShown } from '../records/field-rules.ts'
import { requireFor } from '../records/record-permission.ts'
import { addressOf, invite } from '../users/account-emails.ts'
import { requireMayGive } from '../users/users.rules.ts'
import { changeUser, type UserChange } from '../users/users.service.ts'
import { listUsers, userView } from '../users/users.store.ts'

/** The permission to decide about registrations, checked again under the locks. */
const decide = permission('Users', 'Admins', 'status')

const noSuchUser = () => notFound('There is no such user.')

export function approvalsHandlers(
  services: Services,
): Handlers<`accounts.${'listWaiting' | 'approve' | 'decline' | 'invite'}`> {
  const { db, mailer } = services
  return {
    'accounts.listWaiting': async ({ query, session }) => {
      requireShown('users', query, session)
      const { scope } = session
      const waiting = { ...query, status: ['pending' as const], decidedHere: true }
      const { rows, pagination } = await listUsers(
        scopedSource(currentRecords(db), scope),
        waiting,
        ['admin'],
      )
      return { data: { users: rows.map((row) => userView(row)), pagination } }
    },
    'accounts.approve': async ({ params, body, session }) => {
      const approve = (change: UserChange) => {
        mustWait(change)
        const role = requireMayGive(change.authorities, change.authorities.role(body.role))
        return { status: 'active' as const, role_id: role.id }
      }
      const user = await changeUser(services, session, params.id, approve, [body.role])
      const email = await addressOf(services, user)
      if (email) {
        const account = { ...user, id: user._id, email }
        mailer.send(accountHolder(account), approvedEmail(user.role?.name ?? ''))
        // Declining removed the password; the person may have been restored since.
        const needsPassword = !user.provider && !(await hasPassword(db, user._id))
        if (needsPassword) await invite(services, account, session.user.name)
      }
      return { message: say('{name} can sign in now', { name: user.name }), data: user }
    },
    'accounts.decline': async ({ params, session }) => {
      const user = await changeUser(services, session, params.id, async (change) => {
        mustWait(change)
        await removePasswords(change.tx, [change.target.user.id])
        return { deleted_at: new Date().toISOString() }
      })
      const email = await addressOf(services, user)
      if (email) mailer.send(accountHolder({ ...user, email }), declinedEmail())
      return { message: say('Registration of {name} declined', { name: user.name }), data: user }
    },
    'accounts.invite': async ({ params, session }) => {
      const account = await findAccountById(db, params.id, session.scope)
      if (!account) throw noSuchUser()
      const { id, name } = account
      const create = permission('Users', 'Admins', 'create')
      await requireFor(db, session, [create], { area: 'users', id, title: name })
      if (account.password_hash !== null) {
        throw conflict(
          say(
            '{name} already has a password. If they have forgotten it, they can reset it on the sign-in page.',
            { name: account.name },
          ),
        )
      }
      if (account.status === 'inactive') {
        throw conflict(say('{name} is deactivated. Activate them first.', { name: account.name }))
      }
      await enforceRateLimit(db, perUser('invite', account.id, 5, 60))
      const data = await invite(services, account, session.user.name)
      return { message: say('Invitation sent to {name}', { name: account.name }), data }
    },
  }
}

/** Throws a Failure: `not_permitted`, `not_found`, or `conflict` where it is already decided. */
function mustWait({ authorities, target: { user } }: UserChange): void {
  if (!hasPermission(authorities.session, decide)) denyPermission(decide)
  if (user.type !== 'admin') throw noSuchUser()
  if (user.status !== 'pending') {
    throw conflict(
      say('{name} is no longer waiting. Somebody has already decided.', { name: user.name }),
    )
  }
}
