import { type Selectable, sql } from 'kysely'
import type { Db } from '../../db/connection/connection.ts'
import { queryAll, queryChangesOne, queryFirst } from '../../db/connection/query.ts'
import type { Tables } from '../../db/schema/tables.ts'
import type { SealedColumn } from '../../db/sealed-columns.ts'

/** The context that the ID token of a session is encrypted in. */
export const idTokenContext = (session: string): string => `id token ${session}`

/** The ID tokens of sessions. */
export const idTokens: SealedColumn = {
  table: 'provider_sessions',
  column: 'id_token',
  id: 'session_id',
  contextOf: idTokenContext,
}

export type ProviderSession = Selectable<Tables['provider_sessions']>

/** Notes at which provider a session has begun. */
export const noteProviderSession = async (tx: Db, session: ProviderSession): Promise<void> =>
  void (await tx.insertInto('provider_sessions').values(session).execute())

/** What a session has of the provider at which it began; undefined for others. */
export const findProviderSession = (db: Db, session: string) =>
  queryFirst(db)<ProviderSession>`
    select session_id, provider_id, subject, sid, id_token from provider_sessions
    where session_id = ${session}`

interface Ended {
  user_id: string
  name: string
  count: number
}

/**
 * Ends sessions that began at a provider: all, all but `except`, or those of a subject, of a `sid`, or of both.
 * @returns whose they were, and how many
 */
export const endProviderSessions = (
  tx: Db,
  provider: string,
  { subject, sid, except }: { subject?: string; sid?: string; except?: string },
) =>
  queryAll(tx)<Ended>`
    with ended as (
      delete from sessions where id in (
        select session_id from provider_sessions where provider_id = ${provider}
          and (${subject ?? null}::text is null or subject = ${subject ?? null}::text)
          and (${sid ?? null}::text is null or sid = ${sid ?? null}::text)
          and session_id is distinct from ${except ?? null}::uuid
      ) returning user_id
    )
    select person.id as user_id, person.name, count(*)::int as count
    from ended join users as person on person.id = ended.user_id
    group by person.id, person.name order by person.id`

/** Uses a logout token up; false for one that was used before. */
export async function useLogoutToken(
  tx: Db,
  { provider, jtiHash, expiresAt }: { provider: string; jtiHash: Buffer; expiresAt: string },
): Promise<boolean> {
  return await queryChangesOne(tx)`
    insert into used_logout_tokens (provider_id, jti_hash, expires_at)
    values (${provider}, ${jtiHash}, ${expiresAt}) on conflict do nothing`
}

/** Forgets logout tokens that have expired, at most 10,000 at once; returns how many. */
export async function forgetLogoutTokens(db: Db): Promise<number> {
  const { numAffectedRows } = await sql`
    delete from used_logout_tokens where ctid in (
      select ctid from used_logout_tokens where expires_at < now() limit 10000)`.execute(db)
  return Number(numAffectedRows)
}
