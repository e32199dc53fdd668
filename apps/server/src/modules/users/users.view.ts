import type { User } from '@steward/contract/users'
import { deletedFields } from '../trash.store.ts'
import type { UserRow } from './users.store.ts'

/** A user as the contract has them. */
export function userView(row: UserRow): User {
  return {
    _id: row.id,
    id: row.id,
    name: row.name,
    email: row.email,
    emailConfirmed: row.email_confirmed,
    phone: row.phone,
    type: row.type,
    role: row.role_id ? { _id: row.role_id, name: row.role_name ?? '' } : null,
    status: row.status,
    shoppingFeedStatus: row.shopping_feed_status,
    image: row.image,
    businessName: row.business_name,
    location: row.location,
    about: row.about,
    lastActiveAt: row.last_active_at,
    version: row.version,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
    ...deletedFields(row),
  }
}
