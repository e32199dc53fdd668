import { sql } from 'kysely'
import type { Db } from '../../db/connection/connection.ts'
import { queryAll, queryColumn, queryExists, queryFirst } from '../../db/connection/query.ts'
import { Failure } from '../../http/failure.ts'

export interface SignInSettings {
  passwords_off: boolean
  /** 0 until somebody has decided. */
  version: number
}

const usual: SignInSettings = { passwords_off: false, version: 0 }

export const findSignInSettings = async (db: Db): Promise<SignInSettings> =>
  (await queryFirst(db)<SignInSettings>`select passwords_off, version from sign_in_settings`) ??
  usual

/** Reads the settings and locks them until the transaction ends. */
export async function lockSignInSettings(tx: Db): Promise<SignInSettings> {
  // The first two who decide at the same moment wait for each other here.
  await sql`insert into sign_in_settings (version) values (0) on conflict do nothing`.execute(tx)
  return (
    (await queryFirst(tx)<SignInSettings>`
      select passwords_off, version from sign_in_settings for update`) ?? usual
  )
}

export async function saveSignInSettings(tx: Db, settings: SignInSettings): Promise<void> {
  await sql`
    update sign_in_settings
    set passwords_off = ${settings.passwords_off}, version = ${settings.version}, updated_at = now()
  `.execute(tx)
}

/** Whether passwords and passkeys don't sign in at present. */
export const arePasswordsOff = (db: Db): Promise<boolean> =>
  queryExists(db)`select 1 from sign_in_settings where passwords_off`

const keepers = sql`
  from kept_passwords as kept
  join users as person on person.id = kept.user_id
    and person.deleted_at is null and person.type = 'admin' and person.status = 'active'
    -- A restored account has neither any more.
    and (exists (select 1 from credentials where user_id = person.id)
      or exists (select 1 from passkeys where user_id = person.id))
  join roles as role on role.id = person.role_id and role.system`

/** The active owners whose password works while passwords are off (break glass). */
export const findKeepers = (db: Db) =>
  queryAll(db)<{ _id: string; name: string }>`
    select person.id as _id, person.name ${keepers} order by person.name, person.id`

/** Whether a person is an active owner who keeps a password. */
export const keepsPassword = (db: Db, user: string): Promise<boolean> =>
  queryExists(db)`select 1 ${keepers} where kept.user_id = ${user}`

/** Lets an owner keep a password, or gives that up; returns whether anything changed. */
export async function keepPassword(tx: Db, user: string, keep: boolean): Promise<boolean> {
  const changed = keep
    ? await queryColumn(tx)`
        insert into kept_passwords (user_id) values (${user}) on conflict do nothing
        returning user_id`
    : await queryColumn(tx)`delete from kept_passwords where user_id = ${user} returning user_id`
  return changed.length > 0
}

/** The failure of who would sign in, or set a password, while passwords are off. */
export const passwordsAreOff = () =>
  new Failure(
    'account_not_ready',
    'Passwords are turned off here. Please sign in with your organisation’s account.',
  )

/** Refuses whoever has no kept password while passwords are off; @returns whether it is such a one (break glass). */
export async function mustSignInByPassword(db: Db, user: string): Promise<boolean> {
  if (!(await arePasswordsOff(db))) return false
  if (await keepsPassword(db, user)) return true
  throw passwordsAreOff()
}
