import { areas } from '@steward/contract/areas/areas'
import type { UserType } from '@steward/contract/users/users'

const { admins, businessUsers, members } = areas.users.lists

/** What one and what several people of a type are called. */
export const peopleWords = {
  admin: admins,
  business: businessUsers,
  member: members,
} as const satisfies Record<UserType, { one: string; many: string }>
