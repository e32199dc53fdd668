import type { Role } from '@steward/contract/roles'
import { rolesRoutes } from '@steward/contract/roles.routes'
import type { User, UserActivity } from '@steward/contract/users'
import { queryOptions } from '@tanstack/react-query'
import { call, send } from '../../api/client.ts'
import { Failure } from '../../api/failure.ts'
import { type Listing, readListing } from '../../api/listing.ts'
import { wholeListOptions } from '../../api/listing-options.ts'
import type { DeepPartial } from '../../api/read.ts'

/** The three user lists (specification section 7). */
export type UserList = 'admins' | 'businessUsers' | 'members'

/** One user by id. */
export const userOptions = (id: string) =>
  queryOptions({
    queryKey: ['users.details', { id }] as const,
    queryFn: async ({ signal }): Promise<DeepPartial<User>> => {
      const { data } = await call('users.details', { params: { id }, signal })
      // Some servers wrap a single record under its name.
      const wrapped: unknown = (data as { user?: unknown } | null)?.user
      return (
        typeof wrapped === 'object' && wrapped !== null ? wrapped : (data ?? {})
      ) as DeepPartial<User>
    },
  })

/** What a user did lately. */
export const activityOptions = (id: string) =>
  queryOptions({
    queryKey: ['users.activity', { id }] as const,
    queryFn: async ({ signal }): Promise<DeepPartial<UserActivity>> =>
      (await call('users.activity', { params: { id }, signal })).data ?? {},
  })

/**
 * The roles that one can give, by name. A server that doesn't tell them apart tells of all roles;
 * the active ones are taken then.
 */
export const assignableRoles = queryOptions({
  queryKey: ['roles.listAssignable'] as const,
  queryFn: async ({ signal }): Promise<Listing<Role>> => {
    try {
      return readListing<Role>(await send(rolesRoutes['roles.listAssignable'], { signal }))
    } catch (thrown) {
      if (!(thrown instanceof Failure) || (thrown.status !== 404 && thrown.status !== 405))
        throw thrown
      const query = { page: '1', limit: '100', sort: 'name' }
      const all = await send(rolesRoutes['roles.list'], { query, signal })
      const listing = readListing<Role>(all, 'roles')
      return { ...listing, rows: listing.rows.filter(({ record }) => record.status !== 'inactive') }
    }
  },
  staleTime: 5_000,
})

/** The roles to filter admins by; only asked for by who may list roles. */
export const roleChoicesOptions = (may: boolean) => ({
  ...wholeListOptions('roles.list', { sort: 'name' }, 'roles'),
  enabled: may,
  staleTime: 60_000,
})
