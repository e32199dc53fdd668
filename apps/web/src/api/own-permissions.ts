import { queryOptions } from '@tanstack/react-query'
import { call } from './client.ts'
import { without } from './failure.ts'
import { isListOfObjects } from './read.ts'
import { readModules } from './read-record.ts'

/** The permission modules of the person signed in (specification section 7); kept fresh on focus. */
export const ownPermissions = queryOptions({
  queryKey: ['permissions.own'],
  queryFn: async ({ signal }) => {
    const { data } = await call('permissions.own', { signal })
    // An answer without permissions doesn't mean that none are held.
    if (!isListOfObjects(data)) throw without('permissions')
    return readModules(data)
  },
  staleTime: 5_000,
  refetchOnWindowFocus: 'always',
})
