import { sql } from 'kysely'
import type { Db } from '../../../db/connection/connection.ts'
import {
  type ProviderRow,
  shareProvider,
} from '../../identity-providers/identity-providers.store.ts'

/** The identity provider that a service account provisions for. */
export type Provider = Pick<
  ProviderRow,
  'id' | 'name' | 'group_roles' | 'links_accounts' | 'enabled'
>

/** Locks a provider against other writes by SCIM, and reads it anew; none where it has been deleted. */
export async function lockProvider(
  tx: Db,
  { id }: Pick<Provider, 'id'>,
): Promise<Provider | undefined> {
  await sql`
    insert into scim_providers (provider_id)
    select id from identity_providers where id = ${id}::uuid
    on conflict do nothing
  `.execute(tx)
  await sql`select 1 from scim_providers where provider_id = ${id}::uuid for update`.execute(tx)
  return await shareProvider(tx, id)
}

/** Notes that a provider asked now, and what was refused, if anything. */
export async function noteRequest(
  db: Db,
  { id }: Pick<Provider, 'id'>,
  refused: { call: string; said: object } | null,
): Promise<void> {
  await sql`
    insert into scim_providers as noted (provider_id, last_request_at, last_error_at, last_error_call, last_error)
    select id, now(), ${refused ? sql`now()` : null}::timestamptz, ${refused?.call ?? null}::text,
      ${refused ? JSON.stringify(refused.said) : null}::jsonb
    from identity_providers where id = ${id}::uuid
    on conflict (provider_id) do update set
      last_request_at = excluded.last_request_at,
      last_error_at = coalesce(excluded.last_error_at, noted.last_error_at),
      last_error_call = coalesce(excluded.last_error_call, noted.last_error_call),
      last_error = coalesce(excluded.last_error, noted.last_error)
  `.execute(db)
}
