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
