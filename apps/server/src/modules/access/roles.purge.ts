import { permission } from '@steward/contract/permissions/permissions'
import type { Db } from '../../db/connection/connection.ts'
import { type WriteTransaction, write } from '../../db/write/write.ts'
import { requireAnyPermission } from '../../http/authorize.ts'
import { Failure } from '../../http/failure.ts'
import { actorOf, type Session } from '../../http/session.ts'
import { pluralize } from '../../pluralize.ts'
import type { Outcome } from '../records/bulk.ts'
import { lockAuthorities } from './authority.store.ts'
import { mustExist, mustHoldRole } from './roles.rules.ts'
import { countHolders, type RoleRecord } from './roles.store.ts'

/**
 * Deletes a deleted role for good.
 * @returns its name
 * @throws {Failure} `conflict` where it is not deleted, or somebody, deleted or not, still has it
 */
export async function purgeRole(db: Db, session: Session, id: string): Promise<string> {
  return await write(db, actorOf(session), async (writing) => {
    const authorities = await lockAuthorities(writing, session, { roles: [id] })
    requireAnyPermission(authorities.session, [permission('Roles', 'Roles', 'purge')])
    const role = mustExist(authorities.role(id))
    mustHoldRole(authorities, role)
    await mustBePurgeable(writing, role)
    await writing.purge('roles', [role])
    return role.name
  })
}

/** Deletes those of some roles for good that nobody has any more. */
export async function purgeRoles(
  writing: WriteTransaction,
  ids: readonly string[],
): Promise<Outcome> {
  const outcome: Outcome = { changed: [], unchanged: 0, failures: [] }
  for (const role of await writing.lock('roles', ids)) {
    try {
      await mustBePurgeable(writing, role)
      await writing.purge('roles', [role])
      outcome.changed.push(role.id)
    } catch (error) {
      if (!(error instanceof Failure)) throw error
      outcome.failures.push({ id: role.id, name: role.name, message: error.message })
    }
  }
  return outcome
}

async function mustBePurgeable({ tx }: WriteTransaction, role: RoleRecord): Promise<void> {
  if (role.status !== 'deleted') {
    throw new Failure('conflict', `The role “${role.name}” is not deleted. Delete it first.`)
  }
  const holders = await countHolders(tx, role.id)
  if (holders === 0) return
  const who = pluralize(holders, 'person', 'people')
  throw new Failure(
    'conflict',
    `${who} still ${holders === 1 ? 'has' : 'have'} the role “${role.name}”. Deleted people count too. Give them another role first.`,
  )
}
