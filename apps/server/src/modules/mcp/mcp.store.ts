import type { Db } from '../../db/connection/connection.ts'
import { queryFirst } from '../../db/connection/query.ts'
import {
  isActiveStaff,
  lacksSecondFactor,
  type StaffRow,
  staffColumns,
} from '../authentication/staff-row.store.ts'

export type LinkedStaff = StaffRow & {
  role_id: string
  role_name: string
  second_factor_missing: boolean
}

/** The active account that a subject of an identity provider is linked to. */
export const findLinkedStaff = (db: Db, provider: string, subject: string) =>
  queryFirst(db)<LinkedStaff>`
    select ${staffColumns}, role.id as role_id, role.name as role_name,
      ${lacksSecondFactor} as second_factor_missing
    from identity_links as link
      join users as person on person.id = link.user_id
      join roles as role on role.id = person.role_id
    where link.provider_id = ${provider} and link.subject = ${subject} and ${isActiveStaff}
  `
