import type { LiveChange } from '@steward/contract/live/live'
import type { Query, QueryClient } from '@tanstack/react-query'
import { toFailure } from '../../api/failure.ts'
import type { Listing, ListQuery } from '../../api/listing.ts'
import { forgetWrites, othersAmong } from '../../api/local-write-tracker.ts'
import { writesDone } from '../../api/pending-writes.ts'
import { followRows } from '../../ui/list/live/live-rows.ts'
import { shownRows } from '../../ui/list/screen/use-list-data.ts'
import { isAffected, isOfNow } from './affected.ts'
import { type Gathered, gather, nothingGathered, putBack, withoutOwn } from './pending-changes.ts'

/** In milliseconds: how long changes are gathered, the least between two loads of one thing, and the most for a load. */
const [gatherFor, least, maxForLoads] = [120, 1_000, 10_000]

/**
 * Live updates: keeps what is loaded in step with the server. Changes are gathered, so that each thing on the screen is loaded at most
 * once a second, slower where loading takes long, and not while the page is hidden.
 */
export function syncLiveChanges(client: QueryClient, onOthers: (others: Gathered) => void) {
  const ending = new AbortController()
  let gathered = nothingGathered()
  let timer: ReturnType<typeof setTimeout> | undefined
  let busy = false
  let next = 0
  let failures = 0

  const isNothing = () => gathered.areas.size === 0 && !gathered.all
  const plan = (wait = gatherFor) => {
    if (timer !== undefined || busy || document.hidden || isNothing()) return
    timer = setTimeout(() => void run(), Math.max(wait, next - Date.now()))
  }
  const run = async () => {
    timer = undefined
    busy = true
    await writesDone()
    const now = gathered
    gathered = nothingGathered()
    const began = Date.now()
    leaveOwn(client, now)
    onOthers(now)
    const left = await followAll(client, now, ending.signal)
    const took = Date.now() - began
    failures = left ? failures + 1 : 0
    next = began + Math.max(least * 2 ** Math.min(failures, 5), 4 * took)
    busy = false
    if (ending.signal.aborted) return
    if (left) putBack(gathered, left)
    plan()
  }
  document.addEventListener('visibilitychange', () => plan(), { signal: ending.signal })
  return {
    change: (change: LiveChange) => {
      gather(gathered, change)
      plan()
    },
    reset: () => {
      gathered.all = true
      plan()
    },
    /** Reloads data that was loaded before the last change, while the stream wasn't open. */
    missed: async (quiet: number) => {
      // The stream begins after what this tab has written until now, and reports none of it.
      forgetWrites(Date.now())
      // Answers are a moment older than their arrival.
      const since = Date.now() - quiet + 2_000
      await writesDone()
      if (ending.signal.aborted) return
      void client.invalidateQueries({
        predicate: ({ queryKey, state }) =>
          isOfNow(queryKey) && state.dataUpdatedAt > 0 && state.dataUpdatedAt < since,
      })
    },
    stop: () => {
      ending.abort()
      clearTimeout(timer)
    },
  }
}

/** Takes out what this tab has changed itself: the write has put everything right that is on the screen. */
function leaveOwn(client: QueryClient, gathered: Gathered): void {
  const only = nothingGathered()
  for (const area of withoutOwn(gathered, othersAmong)) {
    // i18n-ignore: an action of the audit log
    gather(only, { area, action: 'update', ids: [], at: '' })
  }
  void client.invalidateQueries({
    refetchType: 'none',
    predicate: (query) => !query.isActive() && isAffected(query.queryKey, only),
  })
}

/** @returns what could not be followed, as a list was just being loaded or couldn't be */
async function followAll(
  client: QueryClient,
  gathered: Gathered,
  signal: AbortSignal,
): Promise<Gathered | null> {
  const isPage = (query: Query) => shownPage(query) !== undefined
  const pages = client
    .getQueryCache()
    .findAll({ type: 'active' })
    .filter((query) => isPage(query) && isAffected(query.queryKey, gathered))
  const deleted = new Set([...gathered.areas.values()].flatMap((of) => [...of.deleted]))
  const others = client.invalidateQueries({
    predicate: (query) => !isPage(query) && isAffected(query.queryKey, gathered),
  })
  const followed = Promise.all(
    pages.map((page) =>
      followList(client, page, deleted, signal).catch((thrown) => isRefused(thrown, client, page)),
    ),
  )
  const late = new Promise<null>((done) => setTimeout(() => done(null), maxForLoads))
  const done = await Promise.race([Promise.all([followed, others]), late])
  return done === null || done[0].every(Boolean) ? null : gathered
}

/**
 * Whether the server refuses a page (4xx but 429); its query then reloads and shows the failure.
 */
function isRefused(thrown: unknown, client: QueryClient, { queryKey }: Query): boolean {
  const { status } = toFailure(thrown)
  const refused = status >= 400 && status < 500 && status !== 429
  if (refused) void client.refetchQueries({ queryKey, exact: true })
  return refused
}

/** The question of a page that a screen shows now; undefined for any other query. */
function shownPage(query: Query): ListQuery<unknown>['queryFn'] | undefined {
  const observer = query.observers.find(({ options }) => options.meta === shownRows)
  // A page that a screen shows always has the options of `listOptions`.
  return observer?.options.queryFn as ListQuery<unknown>['queryFn'] | undefined
}

/** Reloads a shown page and updates its rows; returns false if it has changed meanwhile. */
async function followList(
  client: QueryClient,
  query: Query,
  deleted: ReadonlySet<string>,
  signal: AbortSignal,
): Promise<boolean> {
  const load = shownPage(query)
  const shown = query.state.data as Listing<unknown> | undefined
  if (!load || !shown) return true
  if (query.state.fetchStatus !== 'idle') return false
  const fresh = await load({ signal })
  const { data, fetchStatus } = query.state
  if (data !== shown || fetchStatus !== 'idle') return false
  client.setQueryData<Listing<unknown>>(query.queryKey, followRows(shown, fresh, deleted))
  return true
}
