import type { Permission } from '@steward/contract/permissions/permissions'
import { queryOptions } from '@tanstack/react-query'
import { call } from '../../api/client.ts'

/** Whether one holds a permission, through which role, and who can grant it. */
export const whyOptions = ({ module, submodule, action }: Permission) =>
  queryOptions({
    queryKey: ['permissions.why', { module, submodule, action }] as const,
    queryFn: async ({ signal }) =>
      (await call('permissions.why', { query: { module, submodule, action }, signal })).data,
    staleTime: 5_000,
    retry: false,
  })
