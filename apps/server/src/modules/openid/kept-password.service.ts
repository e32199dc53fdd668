import { write } from '../../db/write/write.ts'
import { requireStepUp } from '../../http/authorize.ts'
import { conflict, notPermitted } from '../../http/failure.ts'
import { actorOf, type Session } from '../../http/session.ts'
import type { Services } from '../../services.ts'
import { accountEvent } from '../authentication/account-events.ts'
import { hasPassword } from '../authentication/credentials.store.ts'
import { keepPassword } from '../authentication/sign-in-settings.store.ts'
import { mustLeaveOwnerIn } from '../identity-providers/passwords-off.service.ts'
import { lockAuthorities } from '../roles/authority.store.ts'

/** Lets an owner's password work while passwords are turned off (break glass), or no longer. */
export const setKeptPassword = (
  { db }: Pick<Services, 'db'>,
  session: Session,
  keep: boolean,
): Promise<void> =>
  write(db, actorOf(session), async (writing) => {
    const { tx } = writing
    const authorities = await lockAuthorities(writing, session, {})
    if (!authorities.session.owner)
      throw notPermitted('Only an owner can keep a password for when passwords are turned off.')
    if (keep && !(await hasPassword(tx, session.user.id)))
      throw conflict('You have no password that you could keep. Set one first.')
    const changed = await keepPassword(tx, session.user.id, keep)
    if (changed) {
      const detail = keep ? 'Keeps a password (break glass)' : 'Keeps no password any more'
      writing.note(accountEvent('update', session.user, detail))
    }
    await mustLeaveOwnerIn(tx)
    requireStepUp(authorities.session)
  })
