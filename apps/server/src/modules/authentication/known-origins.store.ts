import { sql, type Transaction } from 'kysely'
import type { Db } from '../../db/connection/connection.ts'
import { queryColumn, queryExists } from '../../db/connection/query.ts'
import type { Tables } from '../../db/schema/tables.ts'
import type { SignInOrigin } from './sign-in-origin.ts'

const daysKept = 180

/** Whether the account has signed in from a place or its network; equally slow for no account. */
export const isKnownOrigin = (db: Db, email: string, { deviceHash, networkHash }: SignInOrigin) =>
  queryExists(db)`
    select 1 from known_devices as known join users as person on person.id = known.user_id
    where steward_key(person.email) = steward_key(${email})
      and person.type = 'admin' and person.deleted_at is null
      and (known.network_hash = ${networkHash} or known.device_hash = ${deviceHash})
      and known.last_seen_at > now() - make_interval(days => ${daysKept})
    limit 1
  `

/** Notes a sign-in's place; returns whether there are earlier ones, all from other places. */
export async function noteOrigin(
  tx: Transaction<Tables>,
  user: string,
  { deviceHash, networkHash }: SignInOrigin,
): Promise<boolean> {
  await sql`
    delete from known_devices
    where user_id = ${user} and last_seen_at < now() - make_interval(days => ${daysKept})
  `.execute(tx)
  const known = await queryColumn(tx)<boolean>`
    select device_hash = ${deviceHash} from known_devices where user_id = ${user}
  `
  await sql`
    insert into known_devices (user_id, device_hash, network_hash)
    values (${user}, ${deviceHash}, ${networkHash})
    on conflict (user_id, device_hash) do update
      set last_seen_at = now(), network_hash = excluded.network_hash
  `.execute(tx)
  return known.length > 0 && !known.includes(true)
}
