import type { User } from '@steward/contract/users'
import { queryOptions } from '@tanstack/react-query'
import { call } from '../../api/client.ts'
import type { SentQuery } from '../../api/listing-options.ts'
import { listingOptions } from '../../api/listing-options.ts'
import type { Sparse } from '../../api/read.ts'

/** The three user lists (specification section 7). */
export type UserList = 'admins' | 'business' | 'members'

/** The query of a user list; members are everyone's list narrowed to their type. */
export const userListOptions = {
  admins: (query: SentQuery) => listingOptions('users.listAdmins', query, 'users'),
  business: (query: SentQuery) => listingOptions('users.listBusiness', query, 'users'),
  members: (query: SentQuery) =>
    listingOptions('users.list', { ...query, type: 'member' }, 'users'),
}

/** One user by id. */
export const userOptions = (id: string) =>
  queryOptions({
    queryKey: ['users.details', { id }] as const,
    queryFn: async ({ signal }): Promise<Sparse<User>> => {
      const { data } = await call('users.details', { params: { id }, signal })
      // Some servers wrap a single record under its name.
      const wrapped: unknown = (data as { user?: unknown } | null)?.user
      return (
        typeof wrapped === 'object' && wrapped !== null ? wrapped : (data ?? {})
      ) as Sparse<User>
    },
  })

/** The roles to filter admins by; only asked for by who may list roles. */
export const roleChoicesOptions = (may: boolean) => ({
  ...listingOptions('roles.list', { page: '1', limit: '100', sort: 'name' }, 'roles'),
  enabled: may,
  staleTime: 60_000,
})
