import { sql } from 'kysely'
import type { Db } from '../../db/connection/connection.ts'
import { queryFirst } from '../../db/connection/query.ts'
import {
  hasSecondFactor,
  isActiveStaff,
  type StaffRow,
  staffColumns,
} from '../authentication/sessions.store.ts'

export type LinkedStaff = StaffRow & {
  role_id: string
  role_name: string
  second_factor_missing: boolean
}

/** The active account that a subject of an identity provider is linked to; of disabled providers none. */
export const findLinkedStaff = (
  db: Db,
  issuer: string,
  claims: { sub: string; oid: string | null },
) =>
  queryFirst(db)<LinkedStaff>`
    select ${staffColumns}, role.id as role_id, role.name as role_name,
      role.require_second_factor and not ${hasSecondFactor(sql`person.id`)} as second_factor_missing
    from identity_providers as provider
      join identity_links as link on link.provider_id = provider.id
        and link.subject = case provider.subject_claim when 'oid' then ${claims.oid} else ${claims.sub} end
      join users as person on person.id = link.user_id
      join roles as role on role.id = person.role_id
    where provider.issuer = ${issuer} and provider.enabled and ${isActiveStaff}
    limit 1
  `
