import type { Rights } from '@steward/contract/permissions/conditions'
import { queryOptions } from '@tanstack/react-query'
import { isListOfObjects } from './answers/read.ts'
import { readModules } from './answers/read-record.ts'
import { call } from './client.ts'
import { without } from './failure.ts'

/**
 * The permission modules of the person signed in (specification section 7) and what narrows them, which other servers
 * don't have; kept fresh on focus.
 */
export const ownPermissions = queryOptions({
  queryKey: ['permissions.own'],
  queryFn: async ({ signal }): Promise<Rights> => {
    const { data, conditions, fieldRules } = await call('permissions.own', { signal })
    // An answer without permissions doesn't mean that none are held.
    if (!isListOfObjects(data)) throw without('permissions')
    return {
      permissions: readModules(data),
      conditions: conditions ?? [],
      fieldRules: fieldRules ?? [],
    }
  },
  staleTime: 5_000,
  refetchOnWindowFocus: 'always',
})
