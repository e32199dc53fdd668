import type { SecondFactorState } from '@steward/contract/accounts/second-factor'
import { queryOptions } from '@tanstack/react-query'
import { call } from '../../api/client.ts'

const key = ['secondFactor.own'] as const

export const ownSecondFactor = queryOptions({
  queryKey: key,
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
