import type { Db } from '../../db/connection/connection.ts'
import { queryAll } from '../../db/connection/query.ts'
import type { UserRecord } from '../roles/authority.store.ts'
import { findActiveOwners } from '../roles/owners.store.ts'
import { findLink } from './identity-links.store.ts'
import type { KnownAccount } from './sign-in.rules.ts'

/** The accounts that a sign-in may be about, as they are at this moment. */
export async function findKnownAccounts(
  db: Db,
  provider: string,
  { subject, email }: { subject: string | null; email: string | null },
): Promise<{ linked: KnownAccount | null; sameAddress: KnownAccount | null }> {
  const link = subject ? await findLink(db, provider, subject) : undefined
  if (link) {
    const [user] = await queryAll(db)<UserRecord>`select * from users where id = ${link.user_id}`
    return { linked: user ? await knownAccount(db, user) : null, sameAddress: null }
  }
  if (!email) return { linked: null, sameAddress: null }
  const [user] = await queryAll(db)<UserRecord>`
    select * from users where steward_key(email) = steward_key(${email}) and deleted_at is null`
  return { linked: null, sameAddress: user ? await knownAccount(db, user) : null }
}

async function knownAccount(db: Db, user: UserRecord): Promise<KnownAccount> {
  const owners = await findActiveOwners(db)
  const owner = owners.some(({ id }) => id === user.id)
  return { user, owner, lastOwner: owner && owners.length === 1 }
}
