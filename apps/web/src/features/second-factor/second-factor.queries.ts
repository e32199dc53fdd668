import type { SecondFactorState } from '@steward/contract/accounts/second-factor'
import { queryOptions } from '@tanstack/react-query'
import { call } from '../../api/client.ts'

const key = ['secondFactor.own'] as const

/** How the own account is secured beyond its password. */
export const ownSecondFactor = queryOptions({
  queryKey: key,
  queryFn: async ({ signal }): Promise<SecondFactorState> =>
    (await call('secondFactor.own', { signal })).data,
})

/** How another admin is secured, as far as it is told. */
export const secondFactorOf = (id: string) =>
  queryOptions({
    queryKey: ['secondFactor.ofUser', { id }] as const,
    queryFn: async ({ signal }) =>
      (await call('secondFactor.ofUser', { params: { id }, signal })).data,
    retry: false,
  })
