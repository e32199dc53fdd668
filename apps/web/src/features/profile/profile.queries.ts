import { queryOptions } from '@tanstack/react-query'
import type { User } from '../../api/answers/records.ts'
import { call } from '../../api/client.ts'

export const ownProfile = queryOptions({
  queryKey: ['profile.own'] as const,
  queryFn: async ({ signal }): Promise<User> => (await call('profile.own', { signal })).data,
})

/** The sessions of the person signed in, the most recently used first. */
export const ownSessions = queryOptions({
  queryKey: ['profile.sessions'] as const,
  queryFn: async ({ signal }) => (await call('profile.sessions', { signal })).data.sessions,
})

/** How the person signed in reads, as their account has it. */
export const ownPreferences = queryOptions({
  queryKey: ['profile.preferences'] as const,
  queryFn: async ({ signal }) => (await call('profile.preferences', { signal })).data,
  staleTime: Number.POSITIVE_INFINITY,
})
