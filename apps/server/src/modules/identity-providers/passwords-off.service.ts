import type { BodyOf, DataOf } from '@steward/contract/calls/endpoints'
import { msg } from '@steward/i18n/reader'
import type { Db } from '../../db/connection/connection.ts'
import { write } from '../../db/write/write.ts'
import { requireStepUp } from '../../http/authorize.ts'
import { conflict, notPermitted, unsafe } from '../../http/failure.ts'
import { actorOf, type Session } from '../../http/session.ts'
import type { Services } from '../../services.ts'
import { passwordsTurned } from '../authentication/account-events.ts'
import { findProviderSession } from '../authentication/provider-sessions.store.ts'
import {
  findKeepers,
  findSignInSettings,
  keepsPassword,
  lockSignInSettings,
  saveSignInSettings,
} from '../authentication/sign-in-settings.store.ts'
import { checkVersion } from '../records/checks.ts'
import { lockAuthorities } from '../roles/authority.store.ts'
import { findOwnersWhoCanSignIn } from '../roles/owners.store.ts'
import { findProvider, findProviders } from './identity-providers.store.ts'
import type { ProviderClients } from './provider-clients.ts'

type Passwords = DataOf<'identityProviders.setPasswords'>

export async function passwordsView(db: Db): Promise<Passwords> {
  const { passwords_off: off, version } = await findSignInSettings(db)
  return { off, version, keptBy: await findKeepers(db) }
}

/** Refuses what would leave no owner who can sign in, while passwords are off. */
export async function mustLeaveOwnerIn(tx: Db): Promise<void> {
  if (!(await lockSignInSettings(tx)).passwords_off) return
  if ((await findOwnersWhoCanSignIn(tx)).length > 0) return
  throw unsafe(
    'Passwords are turned off, and no owner could sign in any more. Turn passwords on first, or have an owner keep a password.',
  )
}

/**
 * Turns passwords off, or on again, as an owner. Off only where a provider can be reached, and whoever turns them off
 * has signed in by one or keeps a password.
 */
export async function setPasswords(
  { db }: Pick<Services, 'db'>,
  clients: ProviderClients,
  session: Session,
  { off, version }: BodyOf<'identityProviders.setPasswords'>,
): Promise<Passwords> {
  const works = off ? await someProviderWorks(db, clients, session.user.id) : true
  return await write(db, actorOf(session), async (writing) => {
    const { tx } = writing
    const authorities = await lockAuthorities(writing, session, {})
    if (!authorities.session.owner)
      throw notPermitted('Only an owner can turn passwords off, or on again.')
    const was = await lockSignInSettings(tx)
    await checkVersion(version, was, () => passwordsView(tx), msg('whether passwords work'))
    if (was.passwords_off === off) return await passwordsView(tx)
    if (off) {
      if (!works)
        throw conflict(
          'None of the enabled identity providers can be reached, so nobody could sign in. Test them first.',
        )
    }
    await saveSignInSettings(tx, { passwords_off: off, version: was.version + 1 })
    if (off && !(await canGetIn(tx, session)))
      throw unsafe(
        'You would lock yourself out. Sign in with an identity provider first, or keep your password in your profile.',
      )
    writing.note(passwordsTurned(off))
    requireStepUp(authorities.session)
    return await passwordsView(tx)
  })
}

async function someProviderWorks(
  db: Db,
  clients: ProviderClients,
  person: string,
): Promise<boolean> {
  const enabled = (await findProviders(db)).filter((each) => each.enabled)
  const reached = await Promise.all(
    enabled.map((each) =>
      clients.discover(each.issuer, person).then(
        () => true,
        () => false,
      ),
    ),
  )
  return reached.includes(true)
}

/** Whether who has turned passwords off can sign in, and has shown it. */
async function canGetIn(tx: Db, session: Session): Promise<boolean> {
  if (await keepsPassword(tx, session.user.id)) return true
  if (!(await findOwnersWhoCanSignIn(tx)).includes(session.user.id)) return false
  const begun = await findProviderSession(tx, session.id)
  return begun !== undefined && (await findProvider(tx, begun.provider_id))?.enabled === true
}
