import type { FetchQueryOptions, QueryKey } from '@tanstack/react-query'
import { config } from '../api/config.ts'
import { ownPermissions } from '../api/own-permissions.ts'
import { canOf } from '../features/permissions/can.ts'
import { roleOptions } from '../features/roles/roles.queries.ts'
import { sessionOpen } from '../features/session/guard.ts'
import { userOptions } from '../features/users/users.queries.ts'
import { listOptions } from '../shared/list/list-options.ts'
import { pastMomentOf } from '../shared/time-travel/past-moment.ts'
import { isTrash } from '../shared/trash/has-trash.ts'
import { sentQuery, stateOf, wholeQuery } from '../ui/list/list-codec.ts'
import { rememberedLimit } from '../ui/list/list-memory.ts'
import { listOfPast } from '../ui/list/list-past.ts'
import { type ListSpec, listFields } from '../ui/list/list-search.ts'
import { listOfDeleted } from '../ui/list/list-trash.ts'
import { type RawSearch, searchOf } from '../ui/page/search-fields.ts'
import { needsOf } from '../ui/permissions/needs-of.ts'
import { sessionClient } from './query-client.ts'

/**
 * Starts the first query of a list's page, unless its answer is there and fresh. What goes wrong is
 * left to the page, which asks for the same.
 * @param search the list's address, as parsed
 */
export function prefetchList(spec: ListSpec, search: RawSearch): Promise<void> {
  const past = pastMomentOf(spec, search)
  const shown = isTrash(spec, search) ? listOfDeleted(spec) : spec
  const list = past === null ? shown : listOfPast(shown, past)
  const state = stateOf(searchOf(listFields(list))(search), list, rememberedLimit(list.name))
  const options = listOptions(list)
  // A list that came whole is there for every question.
  const whole = options(wholeQuery(state, list), 'whole').queryKey
  if (sessionClient().getQueryData(whole) !== undefined) return Promise.resolve()
  return prefetch(list.call, options(sentQuery(state, list)))
}

/** Starts the query of a user's page, as of a time in the past where its address says so. */
export const prefetchUser = (id: string, asOf?: string) =>
  prefetch('users.details', userOptions(id, pastMomentOf({ past: true }, { asOf }) ?? undefined))

/** Starts the query of a role's page. */
export const prefetchRole = (id: string) => prefetch('roles.list', roleOptions(id))

async function prefetch<T, K extends QueryKey>(
  call: Parameters<typeof needsOf>[0],
  options: FetchQueryOptions<T, Error, T, K>,
): Promise<void> {
  if (!sessionOpen()) return
  const client = sessionClient()
  const permitted = canOf(await client.ensureQueryData(ownPermissions), config())
  if (needsOf(call).some(permitted)) await client.prefetchQuery(options)
}
