import type { FetchQueryOptions, QueryKey } from '@tanstack/react-query'
import { sessionOpen } from '../api/browser/stored-session.ts'
import { config } from '../api/config.ts'
import { hasCall } from '../api/missing-calls.ts'
import { ownPermissions } from '../api/own-permissions.ts'
import { canOf } from '../features/permissions/can.ts'
import { roleOptions } from '../features/roles/roles.queries.ts'
import { userOptions } from '../features/users/users.queries.ts'
import { listOptions } from '../shared/lists/list-options.ts'
import { pastMomentOf } from '../shared/time-travel/past-moment.ts'
import { isTrash } from '../shared/trash/has-trash.ts'
import { type RawSearch, searchOf } from '../ui/links/url-params.ts'
import { listOfDeleted, listOfPast } from '../ui/list/definition/deleted-and-past.ts'
import { type ListSpec, type ListState, listFields } from '../ui/list/definition/list-spec.ts'
import { memoryOf } from '../ui/list/table/remembered.ts'
import { sentQuery, stateOf, wholeQuery } from '../ui/list/url/list-codec.ts'
import { prefetchQuery } from '../ui/load/prefetch-query.ts'
import { needsOf } from '../ui/permissions/needs-of.ts'
import { sessionClient } from './query-client.ts'

/**
 * Starts the first query of a list's page, unless its answer is there and fresh. What goes wrong is
 * left to the page, which asks for the same.
 * @param search the list's address, as parsed
 * @param signal stops it, where the page is not sure to be opened
 */
export async function prefetchList(
  spec: ListSpec,
  search: RawSearch,
  signal?: AbortSignal,
): Promise<void> {
  if (!sessionOpen()) return
  const { fieldRules } = await sessionClient().ensureQueryData(ownPermissions)
  // The page may leave out what its address asks for, as that is hidden from the reader.
  if (fieldRules.length > 0) return
  const past = pastMomentOf(spec, search)
  const shown = isTrash(spec, search) ? listOfDeleted(spec) : spec
  const list = past === null ? shown : listOfPast(shown, past)
  const state = stateOf(searchOf(listFields(list))(search), list, memoryOf(list.name).limit)
  const options = listOptions(list)
  // A list that came whole is there for every question.
  const whole = options(wholeQuery(state, list), 'whole').queryKey
  if (sessionClient().getQueryData(whole) !== undefined) return
  const query = sentQuery(state, list)
  await Promise.all([
    prefetch(list.call, options(query), signal),
    prefetchBeside(list, state, signal),
  ])
}

/** Prefetches what is above the rows of a list; the page doesn't wait for it. */
async function prefetchBeside(list: ListSpec, state: ListState, signal?: AbortSignal) {
  if (list.call !== 'bills.list' || !signal || !hasCall('bills.totals')) return
  const { billTotalsOptions } = await import('../features/bills/bills.ts')
  await prefetch('bills.totals', billTotalsOptions(sentQuery(state, list)), signal)
}

/** Starts the queries of the dashboard. */
export async function prefetchDashboard(signal: AbortSignal): Promise<void> {
  const queries = await import('../features/dashboard/dashboard.queries.ts')
  await Promise.all([
    prefetch('dashboard.counts', queries.dashboardCounts, signal),
    prefetch('dashboard.roles', queries.dashboardRoles, signal),
    hasCall('dashboard.waiting') && prefetch('dashboard.waiting', queries.dashboardWaiting, signal),
  ])
}

/** Starts the query of a user's page, as of a time in the past where its address says so. */
export const prefetchUser = (id: string, asOf?: string) =>
  prefetch('users.details', userOptions(id, pastMomentOf({ past: true }, { asOf }) ?? undefined))

/** Starts the query of a role's page. */
export const prefetchRole = (id: string) => prefetch('roles.list', roleOptions(id))

async function prefetch<T, K extends QueryKey>(
  call: Parameters<typeof needsOf>[0],
  options: FetchQueryOptions<T, Error, T, K>,
  signal?: AbortSignal,
): Promise<void> {
  if (!sessionOpen()) return
  const client = sessionClient()
  const own = await client.ensureQueryData(ownPermissions)
  const permitted = canOf(own.permissions, config())
  if (!needsOf(call).some(permitted)) return
  await (signal ? prefetchQuery(client, options, signal) : client.prefetchQuery(options))
}
