import { areaFields } from '@steward/contract/areas/listings'
import { queryOptions } from '@tanstack/react-query'
import { isListOfObjects, objectsIn } from '../../api/answers/read.ts'
import { readRecord } from '../../api/answers/read-record.ts'
import type { Role } from '../../api/answers/records.ts'
import { call } from '../../api/client.ts'
import { without } from '../../api/failure.ts'

export const dashboardCounts = queryOptions({
  queryKey: ['dashboard.counts'],
  queryFn: async ({ signal }) => {
    const { data } = await call('dashboard.counts', { signal })
    if (typeof data?.counts !== 'object') throw without('counts')
    return data
  },
  staleTime: 60_000,
})

export const dashboardRoles = queryOptions({
  queryKey: ['dashboard.roles'],
  queryFn: async ({ signal }): Promise<Role[]> => {
    const { data } = await call('dashboard.roles', { signal })
    if (!isListOfObjects(data)) throw without('roles')
    return objectsIn(data).map((each) => readRecord(areaFields.roles, each) as unknown as Role)
  },
  staleTime: 60_000,
})

export const dashboardWaiting = queryOptions({
  queryKey: ['dashboard.waiting'],
  queryFn: async ({ signal }) => (await call('dashboard.waiting', { signal })).data,
  staleTime: 30_000,
})
