import { sql } from 'kysely'
import type { Db } from '../../db/connection/connection.ts'
import { queryAll, queryChangesOne, queryColumn, queryFirst } from '../../db/connection/query.ts'

/** Who a subject of a provider is here. */
export const findLink = (db: Db, provider: string, subject: string) =>
  queryFirst(db)<{ user_id: string }>`
    select user_id from identity_links
    where provider_id = ${provider} and subject = ${subject}`

/** Links an account; false where the subject is somebody already. */
export const insertLink = (tx: Db, provider: string, subject: string, user: string) =>
  queryChangesOne(tx)`
    insert into identity_links (provider_id, subject, user_id)
    values (${provider}, ${subject}, ${user}) on conflict do nothing`

/** Notes a sign-in by a link. */
export async function noteLinkUsed(tx: Db, provider: string, subject: string): Promise<void> {
  await sql`
    update identity_links set last_sign_in_at = now()
    where provider_id = ${provider} and subject = ${subject}`.execute(tx)
}

/** Notes the groups by which a person is an owner, so that a change of the mapping can tell whether they stay one. */
export async function noteOwnerGroups(
  tx: Db,
  provider: string,
  subject: string,
  groups: readonly string[] | null,
): Promise<void> {
  await sql`
    update identity_links set owner_groups = ${groups}::text[]
    where provider_id = ${provider} and subject = ${subject}`.execute(tx)
}

/** The subjects that a person is at a provider. */
export const subjectsOf = (db: Db, user: string, provider: string) =>
  queryColumn(db)`
    select subject from identity_links where user_id = ${user} and provider_id = ${provider}`

/** The enabled providers, with when a person was linked there. */
export const providersOf = (db: Db, user: string) =>
  queryAll(db)<{ _id: string; name: string; since: string | null }>`
    select provider.id as _id, provider.name, min(link.created_at) as since
    from identity_providers as provider
    left join identity_links as link on link.provider_id = provider.id and link.user_id = ${user}
    where provider.enabled group by provider.id, provider.name order by provider.name, provider.id`

/**
 * Links an account to the subject by which its provider provisions it, in place of the one until now. A subject that is
 * linked to an account that isn't deleted stays there.
 */
export async function linkProvisioned(
  tx: Db,
  provider: string,
  user: string,
  { before, after }: { before: string | null; after: string | null },
): Promise<void> {
  if (before !== null) {
    await sql`
      delete from identity_links
      where provider_id = ${provider} and subject = ${before} and user_id = ${user}
    `.execute(tx)
  }
  if (after === null || after.length > 255) return
  await sql`
    insert into identity_links as known (provider_id, subject, user_id)
    values (${provider}, ${after}, ${user})
    on conflict (provider_id, subject) do update set user_id = excluded.user_id, last_sign_in_at = null
    where exists (select 1 from users where id = known.user_id and deleted_at is not null)
  `.execute(tx)
}
