import { erasedName } from '@steward/contract/privacy/places'
import { sql } from 'kysely'
import type { Db } from '../../db/connection/connection.ts'
import { queryColumn, queryExists } from '../../db/connection/query.ts'
import type { Identifiers } from './identifiers.ts'

/** How many former names, addresses and pictures of a person are looked for. */
const maxValues = 1_000

/**
 * Everything that a person is and was called by, and reached at, as far as it is known here. Of an erasure that has begun and
 * isn't over, what it looks for is among it: the rows that told it may be gone.
 */
export async function readIdentifiers(db: Db, id: string): Promise<Identifiers> {
  const former = (column: string) => sql`
    select before ->> ${column} as value from audit_entries where area = 'users' and record_id = ${id}::uuid
    union select after ->> ${column} from audit_entries where area = 'users' and record_id = ${id}::uuid`
  /** What an identity provider says of the person beside their account. */
  const sent = (path: string) => sql`
    select found #>> '{}' as value from scim_users
      cross join lateral jsonb_path_query(attributes, ${path}::jsonpath) as found
    where user_id = ${id}::uuid and jsonb_typeof(found) = 'string'`
  const sought = (part: 'names' | 'addresses' | 'networks' | 'pictures') => sql`
    select jsonb_array_elements_text(identifiers -> ${part}) as value from erased_people where id = ${id}::uuid`
  const values = async (union: ReturnType<typeof sql>) =>
    await queryColumn(db)`
      select distinct value from (${union}) as found
      where value is not null and value not in ('', ${erasedName}) limit ${sql.lit(maxValues)}`
  const names = await values(sql`
    select name as value from users where id = ${id}::uuid
    union select name from address_confirmations where user_id = ${id}::uuid
    union select payer_name from bills where payer_id = ${id}::uuid
    union select host_name from events where host_id = ${id}::uuid
    union select actor_name from audit_entries where actor_id = ${id}::uuid
    union ${sent('$.displayName')} union ${sent('$.name.formatted')}
    union ${former('name')} union ${sought('names')}`)
  const addresses = await values(sql`
    select email as value from users where id = ${id}::uuid
    union select phone from users where id = ${id}::uuid
    union select user_name from scim_users where user_id = ${id}::uuid
    union select external_id from scim_users where user_id = ${id}::uuid
    union ${sent('$.emails[*].value')} union ${sent('$.phoneNumbers[*].value')}
    union ${former('email')} union ${former('phone')}
    union ${sought('addresses')}`)
  const networks = await values(sql`
    select ip as value from sessions where user_id = ${id}::uuid
    union select ip from sign_ins where user_id = ${id}::uuid
    union select address from audit_entries where actor_id = ${id}::uuid
    union ${sought('networks')}`)
  const pictures = await values(sql`
    select image as value from users where id = ${id}::uuid union ${former('image')}
    union ${sought('pictures')}`)
  const isOnlyOne = !(await queryExists(db)`
    select 1 from users where id <> ${id}::uuid and steward_fold(name) in (
      select steward_fold(name) from unnest(${names}::text[]) as name) limit 1`)
  return { names, addresses, networks, pictures, isOnlyOne }
}
