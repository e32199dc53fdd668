import type { Preferences } from '@steward/contract/accounts/preferences-values'
import type { Db } from '../../db/connection/connection.ts'
import { queryFirst } from '../../db/connection/query.ts'

/** How a person reads; empty where they have chosen nothing. */
export async function findPreferences(db: Db, user: string): Promise<Preferences> {
  const row = await queryFirst(db)<{ value: Preferences }>`
    select value from preferences where user_id = ${user}`
  return row?.value ?? {}
}

/**
 * Changes the preferences that are given; null is kept, as a choice to have it as the browser has it. They concern
 * nobody else, so the audit log doesn't have them.
 */
export async function changePreferences(
  db: Db,
  user: string,
  changed: Preferences,
): Promise<Preferences> {
  const value = JSON.stringify(changed)
  const row = await queryFirst(db)<{ value: Preferences }>`
    insert into preferences (user_id, value) values (${user}, ${value}::jsonb)
    on conflict (user_id) do update set value = preferences.value || ${value}::jsonb
    returning value`
  return row?.value ?? {}
}

/** The language that the holder of an address has chosen, such as `de`; null for none. */
export async function languageOf(db: Db, email: string): Promise<string | null> {
  const row = await queryFirst(db)<{ language: string | null }>`
    select preferences.value ->> 'language' as language
    from users join preferences on preferences.user_id = users.id
    where steward_key(users.email) = steward_key(${email}) and users.deleted_at is null`
  return row?.language ?? null
}
