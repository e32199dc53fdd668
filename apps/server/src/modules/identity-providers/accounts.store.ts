import type { Db } from '../../db/connection/connection.ts'
import { queryAll, queryExists } from '../../db/connection/query.ts'
import { arePasswordsOff, keepsPassword } from '../authentication/sign-in-settings.store.ts'
import type { UserRecord } from '../roles/authority.store.ts'
import { findActiveOwners, lastOwnersAmong } from '../roles/owners.store.ts'
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
    return { linked: user ? await knownAccount(db, provider, user) : null, sameAddress: null }
  }
  if (!email) return { linked: null, sameAddress: null }
  const [user] = await queryAll(db)<UserRecord>`
    select * from users where steward_key(email) = steward_key(${email}) and deleted_at is null`
  return { linked: null, sameAddress: user ? await knownAccount(db, provider, user) : null }
}

async function knownAccount(db: Db, provider: string, user: UserRecord): Promise<KnownAccount> {
  const owners = await findActiveOwners(db)
  const owner = owners.some(({ id }) => id === user.id)
  const provisioned = await findProvisionedGroups(db, provider, user.id)
  const lastOwner = owner && (await lastOwnersAmong(db, [user.id])) !== null
  const passwordWorks = !(await arePasswordsOff(db)) || (await keepsPassword(db, user.id))
  return { user, owner, lastOwner, passwordWorks, provisioned }
}

/** The names and ids of the groups that a provider has sent of a person by SCIM; null where it doesn't send groups of them. */
export async function findProvisionedGroups(db: Db, provider: string, user: string) {
  const isProvisioned = await queryExists(db)`
    select 1 from scim_users where user_id = ${user} and provider_id = ${provider}
      and exists (select 1 from scim_groups where provider_id = ${provider})
  `
  if (!isProvisioned) return null
  const groups = await queryAll(db)<{ display_name: string; external_id: string | null }>`
    select known.display_name, known.external_id
    from scim_group_members as membership join scim_groups as known on known.id = membership.group_id
    where membership.user_id = ${user}
  `
  return groups.flatMap(({ display_name, external_id }) =>
    external_id === null ? [display_name] : [display_name, external_id],
  )
}
