import type { loanTabs } from '@steward/contract/loans/loans'
import { queryOptions } from '@tanstack/react-query'
import { call } from '../../api/client.ts'

export type LoanTab = (typeof loanTabs)[number]

/** A page of requests and loans. */
export const loansOf = (tab: LoanTab, page: number) =>
  queryOptions({
    queryKey: ['loans.list', { tab, page }] as const,
    queryFn: async ({ signal }) => {
      const query = { tab: [tab], page: String(page), limit: '10' }
      return (await call('loans.list', { query, signal })).data
    },
  })

export const loanDetails = (id: string) =>
  queryOptions({
    queryKey: ['loans.details', { id }] as const,
    queryFn: async ({ signal }) => (await call('loans.details', { params: { id }, signal })).data,
  })

export const temporaryRolesOf = (id: string) =>
  queryOptions({
    queryKey: ['temporaryRoles.list', { id }] as const,
    queryFn: async ({ signal }) =>
      (await call('temporaryRoles.list', { params: { id }, signal })).data.temporaryRoles,
  })
