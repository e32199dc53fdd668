import { write } from '../../db/write/write.ts'
import { notFound } from '../../http/common-failures.ts'
import { Failure } from '../../http/failure.ts'
import { actorOf, type Session } from '../../http/session.ts'
import { lockAuthorities } from '../access/authority.store.ts'
import { requireUserPermission } from './user-edit.service.ts'
import { mustNotOutrank } from './users.rules.ts'
import type { UserContext } from './users.service.ts'

/**
 * Deletes a deleted user for good, with their account; what they wrote stays.
 * @returns their name
 * @throws {Failure} `conflict` where they are not deleted
 */
export async function purgeUser(
  { db }: Pick<UserContext, 'db'>,
  session: Session,
  id: string,
): Promise<string> {
  return await write(db, actorOf(session), async (writing) => {
    const authorities = await lockAuthorities(writing, session, { users: [id] })
    const target = authorities.person(id)
    if (!target) throw notFound('There is no such user.')
    const { user } = target
    requireUserPermission({ authorities }, user.type, 'purge')
    mustNotOutrank(authorities, target)
    if (user.deleted_at === null) {
      throw new Failure('conflict', `${user.name} is not deleted. Delete them first.`)
    }
    await writing.purge('users', [user])
    return user.name
  })
}
