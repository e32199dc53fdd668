import type { WriteTransaction } from '../../db/write/write-transaction.ts'
import { unsafe } from '../../http/failure.ts'
import type { OwnerNotice, Revert, Reverting } from '../records/revert.ts'
import type { Authorities, Authority } from '../roles/authority.store.ts'
import { restoreIn } from './user-status.service.ts'
import { applyToUsers, lockPerson } from './users.service.ts'
import type { UserPatch } from './users.store.ts'

type Work = (
  writing: WriteTransaction,
  authorities: Authorities,
  target: Authority,
) => Promise<OwnerNotice[]>

export const userRevert = {
  delete: (at, id) =>
    change(at, id, (writing, authorities, target) =>
      applyToUsers(writing, authorities, [target], { deleted_at: new Date().toISOString() }),
    ),
  restore: async (at, id) => {
    await change(at, id, restoreIn)
    at.mailed.push({ id, did: 'restored' })
  },
  update: (at, id, columns) =>
    change(
      at,
      id,
      async (writing, authorities, target) => {
        // Restoring one's own address needs the password, which an undo doesn't ask for.
        if ('email' in columns && target.user.id === authorities.session.user.id) {
          throw unsafe('Change your own e-mail address in your profile.')
        }
        const notices = await applyToUsers(writing, authorities, [target], columns as UserPatch)
        // One mail is enough: it compares with the user before the first change.
        const isTold = at.mailed.some((each) => each.did === 'edited' && each.id === id)
        if (!isTold) at.mailed.push({ id, did: 'edited', before: target.user })
        return notices
      },
      columns['role_id'],
    ),
} satisfies Revert

async function change(
  { writing, session, notices }: Reverting,
  id: string,
  work: Work,
  role?: unknown,
): Promise<void> {
  const roles = typeof role === 'string' ? [role] : []
  const { authorities, target } = await lockPerson(writing, session, id, roles)
  notices.push(...(await work(writing, authorities, target)))
}
