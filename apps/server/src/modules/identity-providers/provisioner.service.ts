import { grantedBeyond } from '@steward/contract/permissions/permissions'
import { say } from '@steward/i18n/sentence'
import type { Db } from '../../db/connection/connection.ts'
import { notPermitted } from '../../http/failure.ts'
import type { Authorities } from '../roles/authority.store.ts'
import { mustHoldWhatIsGranted, permissionsOf } from '../roles/permissions.rules.ts'
import { findProvisionedBy, lockMappedRoles } from './identity-providers.store.ts'

/**
 * Refuses a key of an account that provisions for a provider to whoever doesn't hold what the provider's groups get: the
 * key could put anybody into any of them.
 */
export async function mustHoldWhatItProvisions(
  tx: Db,
  { session }: Pick<Authorities, 'session'>,
  account: string,
): Promise<void> {
  const provider = await findProvisionedBy(tx, account)
  if (!provider) return
  const named = provider.group_roles.map(({ role }) => role)
  for (const role of await lockMappedRoles(tx, named)) {
    if (role.system && !session.owner) {
      throw notPermitted(
        say(
          'This account provisions for “{provider}”, whose groups can get the role “{role}”, so only an owner can create its keys.',
          { provider: provider.name, role: role.name },
        ),
      )
    }
    const granted = permissionsOf(role.permissions, role.system)
    mustHoldWhatIsGranted(grantedBeyond(granted, session.permissions), 'account')
  }
}
