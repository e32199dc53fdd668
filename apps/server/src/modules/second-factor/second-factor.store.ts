import { type Selectable, sql } from 'kysely'
import type { Db } from '../../db/connection.ts'
import type { PasskeysTable } from '../../db/tables.ts'
import { hasSecondFactor } from '../auth/sessions.store.ts'

/** How an account stands. */
export interface Standing {
  on: boolean
  required: boolean
  totp: boolean
  since: string | null
  passkeys: number
  recovery_codes: number
}

/** Whether a person has a second factor, which, and whether their role requires one. */
export async function ofPerson(db: Db, user: string): Promise<Standing> {
  const found = await sql<Standing>`
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

/** The passkeys of a person, the oldest first. */
export async function passkeysOf(db: Db, user: string): Promise<Selectable<PasskeysTable>[]> {
  return await db
    .selectFrom('passkeys')
    .selectAll()
    .where('user_id', '=', user)
    .orderBy('created_at')
    .orderBy('id')
    .execute()
}

/** Takes every second factor of a person away, and what belongs to them. */
export async function removeFactors(tx: Db, user: string): Promise<void> {
  await tx.deleteFrom('totp').where('user_id', '=', user).execute()
  await tx.deleteFrom('passkeys').where('user_id', '=', user).execute()
  await tx.deleteFrom('passkey_challenges').where('user_id', '=', user).execute()
  await tx.deleteFrom('recovery_codes').where('user_id', '=', user).execute()
}
