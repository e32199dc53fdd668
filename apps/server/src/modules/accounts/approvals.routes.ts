import { type Writing, write } from '../../db/write.ts'
import { Failure } from '../../http/failure.ts'
import type { Handlers } from '../../http/routes.ts'
import { isId } from '../../ids.ts'
import type { Services } from '../../services.ts'
import { mustHoldAll } from '../roles/grants.rules.ts'
import { findAccountById } from '../session/session.store.ts'
import { countAttempt, perUser } from '../session/throttle.ts'
import { findUser, listUsers } from '../users/users.store.ts'
import { userView } from '../users/users.view.ts'
import { invite } from './invitations.ts'
import { approvedLetter, declinedLetter } from './letters.ts'

const noSuchUser = () => new Failure('not_found', 'There is no such user.')

/** Who waits, and letting them in. */
export function approvalsHandlers(
  services: Services,
): Handlers<'accounts.listWaiting' | 'accounts.approve' | 'accounts.decline' | 'accounts.invite'> {
  const { db, config, post } = services
  return {
    'accounts.listWaiting': async ({ query }) => {
      const { rows, pagination } = await listUsers(db, { ...query, status: ['pending'] }, ['admin'])
      return { data: { users: rows.map(userView), pagination } }
    },
    'accounts.approve': async ({ params, body, session }) => {
      const role = await write(db, { user: session.user.id }, async (writing) => {
        const person = await waiting(writing, params.id)
        const [role] = await writing.lock('roles', [body.role])
        if (role?.status !== 'active') {
          throw new Failure('invalid', 'Please choose an active role.', {
            errors: [{ msg: 'must be an active role', path: 'role' }],
          })
        }
        mustHoldAll(session, role, 'grant')
        await writing.update('users', [person], { status: 'active', role_id: role.id })
        return role
      })
      const user = await findUser(db, params.id)
      if (!user) throw noSuchUser()
      if (user.email) {
        post.send(
          { name: user.name, email: user.email },
          approvedLetter(config.publicUrl, role.name),
        )
      }
      return { message: `${user.name} can sign in now`, data: userView(user) }
    },
    'accounts.decline': async ({ params, session }) => {
      const user = await write(db, { user: session.user.id }, async (writing) => {
        const person = await waiting(writing, params.id)
        const before = await findUser(writing.tx, params.id)
        if (!before) throw noSuchUser()
        const now = new Date().toISOString()
        await writing.update('users', [person], { deleted_at: now })
        await writing.tx.deleteFrom('credentials').where('user_id', '=', person.id).execute()
        await writing.tx.deleteFrom('password_links').where('user_id', '=', person.id).execute()
        return before
      })
      if (user.email) post.send({ name: user.name, email: user.email }, declinedLetter())
      return { message: `The registration of ${user.name} was declined`, data: userView(user) }
    },
    'accounts.invite': async ({ params, session }) => {
      const account = isId(params.id) ? await findAccountById(db, params.id) : undefined
      if (!account) throw noSuchUser()
      if (account.password_hash !== null) {
        throw new Failure(
          'conflict',
          `${account.name} has a password already. Whoever has forgotten theirs asks for a new one on the sign-in page.`,
        )
      }
      if (account.status === 'inactive') {
        throw new Failure('conflict', `${account.name} is deactivated. Please activate them first.`)
      }
      await countAttempt(db, [perUser('invite', account.id, 5, 60)])
      const data = await invite(services, account, session.user.name)
      return { message: `An invitation to ${account.name} is on its way`, data }
    },
  }
}

/** An admin who waits, held until the transaction ends. */
async function waiting({ lock }: Writing, id: string) {
  const [person] = isId(id) ? await lock('users', [id]) : []
  if (!person || person.deleted_at !== null || person.type !== 'admin') throw noSuchUser()
  if (person.status !== 'pending') {
    throw new Failure('conflict', `${person.name} no longer waits: somebody has decided already.`)
  }
  return person
}
