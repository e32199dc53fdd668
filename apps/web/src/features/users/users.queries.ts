import { rolesRoutes } from '@steward/contract/roles/roles.routes'
import type { UserActivity } from '@steward/contract/users/users'
import { queryOptions } from '@tanstack/react-query'
import { recordIn } from '../../api/answers/record-in.ts'
import type { Role, User } from '../../api/answers/records.ts'
import { call, send } from '../../api/client.ts'
import { isLackOfCall, toFailure, without } from '../../api/failure.ts'
import { type Listing, readListing } from '../../api/listing.ts'
import { listingOptions, wholeListOptions } from '../../api/listing-options.ts'
import { hasCall } from '../../api/missing-calls.ts'

export type UserList = 'admins' | 'businessUsers' | 'members'

/** One user, now or as of a past time; `deleted` includes deleted ones, if the server can. */
export const userOptions = (id: string, asOf?: string, deleted?: 'all') => {
  const query = { ...(asOf !== undefined && { asOf }), ...(deleted && { deleted }) }
  return queryOptions({
    queryKey: ['users.details', { id, ...query }] as const,
    queryFn: async ({ signal }): Promise<User> => {
      const answer = await call('users.details', { params: { id }, query, signal })
      const user = recordIn<User>('users', answer)
      if (!user) throw without('user')
      return user
    },
  })
}

export const activityOptions = (id: string) =>
  queryOptions({
    queryKey: ['users.activity', { id }] as const,
    queryFn: async ({ signal }): Promise<UserActivity> =>
      (await call('users.activity', { params: { id }, signal })).data,
  })

/** The roles that the person can give; all active ones if the server doesn't distinguish them. */
export const assignableRoles = queryOptions({
  queryKey: ['roles.listAssignable'] as const,
  queryFn: async ({ signal }): Promise<Listing<Role>> => {
    try {
      if (!hasCall('roles.listAssignable')) return await activeRoles(signal)
      return readListing<Role>(await send(rolesRoutes['roles.listAssignable'], { signal }))
    } catch (thrown) {
      if (!isLackOfCall(toFailure(thrown))) throw thrown
      return await activeRoles(signal)
    }
  },
  staleTime: 5_000,
})

async function activeRoles(signal: AbortSignal): Promise<Listing<Role>> {
  const query = { page: '1', limit: '100', sort: 'name' }
  const listing = await listingOptions('roles.list', query).queryFn({ signal })
  return { ...listing, rows: listing.rows.filter(({ record }) => record.status !== 'inactive') }
}

export const roleChoicesOptions = (may: boolean) => ({
  ...wholeListOptions('roles.list', { sort: 'name' }),
  enabled: may,
  staleTime: 60_000,
})
