import { queryOptions, useQuery } from '@tanstack/react-query'
import { call } from '../../api/client.ts'
import { numberOf } from '../../api/read.ts'
import { useHasTrash } from './has-trash.ts'

const trashSettings = queryOptions({
  queryKey: ['trash.settings'],
  queryFn: async ({ signal }) => (await call('trash.settings', { signal })).data,
  staleTime: Number.POSITIVE_INFINITY,
})

/**
 * For how many days deleted records are kept.
 * @param asks whether anything deleted is shown; else nobody is asked
 * @returns 0 for ever, null as long as it isn't known
 */
export function useTrashDays(asks: boolean): number | null {
  const has = useHasTrash()
  const { data } = useQuery({ ...trashSettings, enabled: asks && has })
  return numberOf(data?.days)
}
