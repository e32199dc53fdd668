import type { AreaName } from '@steward/contract/areas/areas'
import { call } from '../../api/client.ts'
import { without } from '../../api/failure.ts'
import { recordIn } from '../../api/record-in.ts'
import type { RecordQuery } from '../../ui/list/record/record-place.ts'

/** The areas whose records are each told by a call of their own, under the permission to list them. */
export type DetailedArea = Exclude<AreaName, 'roles' | 'users'>

/** One record by its id, deleted or not. @param asOf a past time; null for now */
export const oneRecordOptions = <T>(
  area: DetailedArea,
  id: string,
  asOf: string | null,
): RecordQuery<T> => {
  const past = asOf === null ? {} : { asOf }
  return {
    queryKey: [`${area}.details`, { id, ...past }],
    queryFn: async ({ signal }: { signal: AbortSignal }) => {
      // They all are asked alike.
      const name = `${area}.details` as 'posts.details'
      const answer = await call(name, { params: { id }, query: past, signal })
      const record = recordIn<T>(area, answer)
      if (!record) throw without('record')
      return record
    },
  }
}
