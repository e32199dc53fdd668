import { sql } from 'kysely'
import type { Db } from '../../db/connection/connection.ts'
import { hasSecondFactor } from '../auth/sessions.store.ts'
import { deleteChallenges } from './passkey-challenges.store.ts'
import { deletePasskeys } from './passkeys.store.ts'
import { deleteRecoveryCodes } from './recovery-codes.store.ts'
import { removeTotp } from './totp.store.ts'

/** How an account is secured. */
export interface SecondFactorStatus {
  on: boolean
  required: boolean
  totp: boolean
  since: string | null
  passkeys: number
  recovery_codes: number
}

/** Whether a person has a second factor, which, and whether their role requires one. */
export async function findSecondFactor(db: Db, user: string): Promise<SecondFactorStatus> {
  const found = await sql<SecondFactorStatus>`
    select ${hasSecondFactor(sql`person.id`)} as "on",
      coalesce(role.require_second_factor, false) as required,
      totp.secret is not null as totp, totp.since,
      (select count(*)::int from passkeys where user_id = person.id) as passkeys,
      (select count(*)::int from recovery_codes where user_id = person.id) as recovery_codes
    from users as person
    left join roles as role on role.id = person.role_id
    left join totp on totp.user_id = person.id
    where person.id = ${user}
  `.execute(db)
  const none = { on: false, required: false, totp: false, since: null }
  return found.rows[0] ?? { ...none, passkeys: 0, recovery_codes: 0 }
}

/** Takes every second factor of a person away, and what belongs to them. */
export async function removeFactors(tx: Db, user: string): Promise<void> {
  await removeTotp(tx, user)
  await deletePasskeys(tx, user)
  await deleteChallenges(tx, user)
  await deleteRecoveryCodes(tx, user)
}
