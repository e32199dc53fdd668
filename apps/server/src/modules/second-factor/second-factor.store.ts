import type { SecondFactorState } from '@steward/contract/accounts/second-factor'
import { sql } from 'kysely'
import type { Db } from '../../db/connection/connection.ts'
import { queryFirst } from '../../db/connection/query.ts'
import type { Services } from '../../services.ts'
import { hasSecondFactor } from '../authentication/staff-row.store.ts'
import { deletePasskeys, passkeysOf } from './passkeys.store.ts'
import { deleteRecoveryCodes } from './recovery-codes.store.ts'
import { relyingParty } from './relying-party.ts'
import { removeTotp } from './totp.store.ts'

export interface SecondFactorStatus {
  on: boolean
  required: boolean
  totp: boolean
  since: string | null
  passkeys: number
  recovery_codes: number
}

const none: SecondFactorStatus = {
  on: false,
  required: false,
  totp: false,
  since: null,
  passkeys: 0,
  recovery_codes: 0,
}

export async function findSecondFactor(db: Db, user: string): Promise<SecondFactorStatus> {
  const status = await queryFirst(db)<SecondFactorStatus>`
    select ${hasSecondFactor(sql`person.id`)} as "on",
      coalesce(role.require_second_factor, false) as required,
      totp.secret is not null as totp, totp.since,
      (select count(*)::int from passkeys where user_id = person.id) as passkeys,
      (select count(*)::int from recovery_codes where user_id = person.id) as recovery_codes
    from users as person
    left join roles as role on role.id = person.role_id
    left join totp on totp.user_id = person.id
    where person.id = ${user}
  `
  return status ?? none
}

/** The second factors of a user, as in the contract. */
export async function secondFactorState(
  { db, config }: Pick<Services, 'db' | 'config'>,
  user: string,
): Promise<SecondFactorState> {
  const { on, required, totp, since, recovery_codes } = await findSecondFactor(db, user)
  const passkeys = await passkeysOf(db, user)
  return {
    on,
    required,
    totp: totp && since ? { since } : null,
    recoveryCodesLeft: recovery_codes,
    passkeys: passkeys.map(({ id, name, created_at, last_used_at, synced }) => ({
      _id: id,
      name,
      createdAt: created_at,
      lastUsedAt: last_used_at,
      synced,
    })),
    passkeysPossible: relyingParty(config.publicUrl) !== null,
  }
}

/** Removes all second factors of a user, with recovery codes and challenges. */
export async function removeFactors(tx: Db, user: string): Promise<void> {
  await removeTotp(tx, user)
  await deletePasskeys(tx, user)
  await deleteRecoveryCodes(tx, user)
}
