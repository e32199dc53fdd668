import type { SecondFactorState } from '@steward/contract/accounts/second-factor'
import { queryOptions } from '@tanstack/react-query'
import { call } from '../../api/client.ts'

export const ownSecondFactor = queryOptions({
  queryKey: ['secondFactor.own'] as const,
  queryFn: async ({ signal }): Promise<SecondFactorState> =>
    (await call('secondFactor.own', { signal })).data,
})

export const secondFactorOf = (id: string) =>
  queryOptions({
    queryKey: ['secondFactor.ofUser', { id }] as const,
    queryFn: async ({ signal }) =>
      (await call('secondFactor.ofUser', { params: { id }, signal })).data,
    retry: false,
  })
