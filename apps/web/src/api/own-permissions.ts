import { queryOptions } from '@tanstack/react-query'
import { isListOfObjects } from './answers/read.ts'
import { readModules } from './answers/read-record.ts'
import { call } from './client.ts'
import { without } from './failure.ts'

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
