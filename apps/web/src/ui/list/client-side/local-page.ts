import { useEffect, useMemo, useState } from 'react'
import type { Listing } from '../../../api/listing.ts'
import { lazyCode } from '../../load/lazy-code.ts'
import type { ListDefinition } from '../definition/list-definition.ts'
import type { ListState } from '../definition/list-spec.ts'
import type { LocalPage, Steps } from './list-locally.ts'

/** The hook of the code that works a list out in the browser; undefined until it is loaded. */
export const [useListWork] = lazyCode(() => import('./list-work.ts'))

/** How long a list may be to be worked out during a render, which takes 1 to 2 ms. */
const maxAtOnce = 2000

/** How long it works before the browser gets a turn, in milliseconds. */
const turn = 8

/** The page of a whole list, worked out here (null: of no list), and whether it is still that of an older question. */
export function useLocalPage<T>(
  listing: Listing<T> | null,
  state: ListState,
  definition: ListDefinition<T>,
): { page: LocalPage<T> | null; stale: boolean } {
  const { page, limit, search, sort, filters } = state
  const work = useListWork(listing !== null)
  const key = JSON.stringify([page, limit, search, sort, filters])
  // biome-ignore lint/correctness/useExhaustiveDependencies: what is open in the drawer changes no page
  const begin = useMemo(
    () => (work && listing ? () => work.listLocally(listing, state, definition) : null),
    [work, listing, key, definition],
  )
  const isShort = (listing?.rows.length ?? 0) <= maxAtOnce
  const atOnce = useMemo(
    () => (begin && isShort ? (work?.finish(begin()) ?? null) : null),
    [begin, isShort, work],
  )
  const [later, setLater] = useState<{ of: unknown; page: LocalPage<T> } | null>(null)
  useEffect(() => {
    if (!begin || isShort) return
    const ending = new AbortController()
    void inTurns(begin(), ending.signal).then((done) => {
      if (done) setLater({ of: begin, page: done })
    })
    return () => ending.abort()
  }, [begin, isShort])
  if (!listing || isShort) return { page: atOnce, stale: false }
  return { page: later?.page ?? null, stale: later?.of !== begin }
}

/**
 * Lets the browser draw, and hear what was typed. Not by `scheduler.yield`, whose continuations go
 * before everything else that waits: frames came three seconds late with it.
 */
const giveWay = (): Promise<void> => new Promise((done) => setTimeout(done))

/** Does the steps in turns with the browser's own work; returns null if it was aborted. */
async function inTurns<R>(steps: Steps<R>, signal: AbortSignal): Promise<R | null> {
  let until = performance.now() + turn
  for (;;) {
    const step = steps.next()
    if (step.done) return step.value
    if (performance.now() < until) continue
    await giveWay()
    if (signal.aborted) return null
    until = performance.now() + turn
  }
}
