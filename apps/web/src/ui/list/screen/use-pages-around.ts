import { useQueryClient } from '@tanstack/react-query'
import type { Row } from '../../../api/listing.ts'
import type { NextPage } from '../record/record-place.ts'
import { sentQuery } from '../url/list-codec.ts'
import type { ListDefinition } from '../url/list-definition.ts'
import type { ListState } from '../url/list-spec.ts'
import { limitOf } from './list-pager.tsx'
import { exactTotal, type ListData, type ListOptions } from './use-list-data.ts'

/** For how long a page next to the one shown is good enough to walk on to, in milliseconds. */
const staleTime = 10_000

/** The pages around the one that is shown, and where its rows stand in the whole list. `settled` waits for own writes. */
export function usePagesAround<T>(
  definition: ListDefinition<T>,
  state: ListState,
  data: ListData<T>,
  options: ListOptions<T>,
  settled: (() => Promise<void>) | undefined,
): {
  before: number
  total: number | undefined
  over: (step: 1 | -1) => NextPage<T> | null
} {
  const client = useQueryClient()
  const { pagination, rows, all } = data
  const limit = pagination?.limit ?? state.limit
  const over = (step: 1 | -1): NextPage<T> | null => {
    const page = state.page + step
    const isLast =
      page > (pagination?.totalPages ?? 0) && !(pagination?.exact === false && rows.length >= limit)
    if (!pagination || page < 1 || (step === 1 && isLast)) return null
    const edge = (found: readonly Row<T>[]) => (step === 1 ? found[0] : found.at(-1)) ?? null
    // What has just left this page lets the next rows move up into it: then the page is still its own next one.
    const isShort = step === 1 && !all && pagination.exact !== false && rows.length < limit
    const to = isShort ? state.page : page
    const asked = options(sentQuery({ ...state, ...limitOf(data, state, to) }, definition.list))
    const load = async () => {
      if (all) return edge(all.slice((page - 1) * limit, page * limit))
      if (!isShort) return edge((await client.fetchQuery({ ...asked, staleTime })).rows)
      await settled?.()
      const known = new Set(rows.map(({ id }) => id))
      const fresh = (await client.fetchQuery({ ...asked, staleTime: 0 })).rows
      // The last row of the page may itself have left it meanwhile.
      return fresh[fresh.findLastIndex(({ id }) => known.has(id)) + 1] ?? null
    }
    return { page: to, load }
  }
  return { before: (state.page - 1) * limit, total: exactTotal(pagination), over }
}
