import type { User } from '@steward/contract/users/users'
import { userFields } from '@steward/contract/users/users.fields'
import { viewOf } from '../records/view.ts'
import type { UserRow } from './users.store.ts'

export const userView = viewOf<UserRow, User>(userFields, {
  id: (row) => row.id,
  version: (row) => row.version,
})
