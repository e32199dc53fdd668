import type { SecondFactorState } from '@steward/contract/accounts/second-factor'
import type { Services } from '../../services.ts'
import { passkeysOf } from './passkeys.store.ts'
import { relyingParty } from './relying-party.ts'
import { findSecondFactor } from './second-factor.store.ts'

/** How somebody's own account is secured, as the contract has it. */
export async function secondFactorState(
  { db, config }: Pick<Services, 'db' | 'config'>,
  user: string,
): Promise<SecondFactorState> {
  const status = await findSecondFactor(db, user)
  const passkeys = await passkeysOf(db, user)
  return {
    on: status.on,
    required: status.required,
    totp: status.totp && status.since ? { since: status.since } : null,
    recoveryCodesLeft: status.recovery_codes,
    passkeys: passkeys.map((row) => ({
      _id: row.id,
      name: row.name,
      createdAt: row.created_at,
      lastUsedAt: row.last_used_at,
      synced: row.synced,
    })),
    passkeysPossible: relyingParty(config.publicUrl) !== null,
  }
}
