import { say } from '@steward/i18n/sentence'
import type { Db } from '../../db/connection/connection.ts'
import type { Authorities } from '../roles/authority.store.ts'
import { findProvisionedBy, lockMappedRoles } from './identity-providers.store.ts'
import { mustHoldRoles } from './mapping.rules.ts'

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
  mustHoldRoles(session, await lockMappedRoles(tx, named), 'account', ({ name: role }) =>
    say(
      'This account provisions for “{provider}”, whose groups can get the role “{role}”, so only an owner can create its keys.',
      { provider: provider.name, role },
    ),
  )
}
