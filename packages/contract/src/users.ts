import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { idParams, recordFields, reference, time } from './fields.ts'
import { byId, listQuery, oneOf, pagination } from './listing.ts'
import type { Permission } from './permissions.ts'
import { usersRoutes as routes } from './users.routes.ts'

/** The kinds of users. */
export const userTypes = ['admin', 'business', 'member'] as const
/** The states of an account; `pending` waits for an admin's approval. */
export const userStatuses = ['active', 'inactive', 'pending'] as const
/** Whether a user may use the shopping feed. */
export const shoppingFeedStatuses = ['active', 'inactive'] as const

/** A kind of user. */
export type UserType = (typeof userTypes)[number]

/** The submodule whose permissions cover users of a type. */
export const userSubmodule = {
  admin: 'Admins',
  business: 'Business users',
  member: 'Members',
} as const satisfies Record<UserType, Extract<Permission, { module: 'Users' }>['submodule']>

/** A person with an account: staff, a business or a member. */
export const user = z
  .object({
    ...recordFields,
    id: z.string().meta({ description: 'The same as _id' }),
    name: z.string(),
    email: z.string().nullable(),
    phone: z.string().nullable(),
    type: z.enum(userTypes),
    role: reference.nullable(),
    status: z.enum(userStatuses),
    shoppingFeedStatus: z.enum(shoppingFeedStatuses),
    image: z.string().nullable(),
    businessName: z.string().nullable(),
    location: z.string().nullable(),
    about: z.string().nullable(),
    lastActiveAt: time.nullable(),
    version: z.int(),
  })
  .meta({ id: 'User' })

/** A person with an account. */
export type User = z.output<typeof user>

/** The query of the three user lists. */
export const usersQuery = listQuery({
  sorts: ['createdAt', 'name', 'email', 'lastActiveAt'],
  filters: {
    type: oneOf(userTypes),
    status: oneOf(userStatuses),
    role: byId(),
    shoppingFeedStatus: oneOf(shoppingFeedStatuses),
  },
})

const data = z.object({ users: z.array(user), pagination })

/** Users (specification section 7, Users). */
export const usersEndpoints = {
  'users.listAdmins': endpoint(routes['users.listAdmins'], {
    summary: 'Admins',
    query: usersQuery,
    data,
  }),
  'users.listBusiness': endpoint(routes['users.listBusiness'], {
    summary: 'Business users',
    query: usersQuery,
    data,
  }),
  'users.list': endpoint(routes['users.list'], {
    summary: 'Users of every type that the caller may list',
    query: usersQuery,
    data,
  }),
  'users.details': endpoint(routes['users.details'], {
    summary: 'One user',
    params: idParams,
    data: user,
  }),
}
