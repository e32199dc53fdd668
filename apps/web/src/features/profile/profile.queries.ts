import type { User } from '@steward/contract/users/users'
import { queryOptions } from '@tanstack/react-query'
import { call } from '../../api/client.ts'
import { type DeepPartial, listOf } from '../../api/read.ts'

/** The own account. */
export const ownProfile = queryOptions({
  queryKey: ['profile.own'] as const,
  queryFn: async ({ signal }): Promise<DeepPartial<User>> =>
    (await call('profile.own', { signal })).data ?? {},
})

/** Where the person is signed in, the newest use first. */
export const ownSessions = queryOptions({
  queryKey: ['profile.sessions'] as const,
  queryFn: async ({ signal }) =>
    listOf((await call('profile.sessions', { signal })).data?.sessions),
})
