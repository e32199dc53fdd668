import type { AreaName } from '@steward/contract/areas/areas'
import type { Query, QueryClient, QueryKey } from '@tanstack/react-query'
import type { Listing, Row, SentQuery } from './listing.ts'
import { writesDone } from './pending-writes.ts'

/** Takes a change of the cache back, and nothing else that has happened since. */
export type Rollback = () => void

/** Gives a list as it is changed; the very same where nothing changes. */
type Change<T> = (listing: Listing<T>, query: SentQuery, call: string) => Listing<T>

const askedOf = (key: QueryKey) => [(key[1] ?? {}) as SentQuery, String(key[0])] as const

/** Whether a call loads a record of an area by itself: `events.details`, `roles.one`… */
const loadsOne = (area: AreaName, call: string): boolean =>
  call === `${area}.details` || call === `${area}.one`

/** Whether a list holds what is deleted, and nothing else. */
export const isOfDeleted = (query: SentQuery, call: string): boolean =>
  query['deleted'] === 'only' || call === 'roles.listDeleted'

/** What is loaded of an area and may show a record as it is now; a past state doesn't change. */
const showing = (area: AreaName, id: string) => ({
  predicate: ({ queryKey, state }: Query) => {
    const [query, call] = askedOf(queryKey)
    // A first load goes on: there is nothing yet that it could overwrite.
    if (state.data === undefined || 'asOf' in query) return false
    if (loadsOne(area, call)) return query['id'] === id
    // A total that is loaded by itself has no rows.
    return (
      call.startsWith(`${area}.`) && (state.data as Partial<Listing<unknown>>).rows !== undefined
    )
  },
})

const listOfOne = <T>(id: string, record: T): Listing<T> => ({
  rows: [{ id, record }],
  pagination: null,
  loadedAt: 0,
})

/** Changes all that shows a record of an area; a record that is loaded by itself is a list of one. */
function changeShown<T>(
  client: QueryClient,
  area: AreaName,
  id: string,
  change: (listing: Listing<T>, query: Query) => Listing<T>,
): void {
  const shown = showing(area, id)
  // An answer that is still on its way was asked for before the change.
  void client.cancelQueries(shown)
  for (const query of client.getQueryCache().findAll(shown)) {
    const { queryKey, state } = query
    const isOne = loadsOne(area, String(queryKey[0]))
    const before = isOne ? listOfOne(id, state.data as T) : (state.data as Listing<T>)
    const after = change(before, query)
    if (after === before) continue
    if (isOne) {
      client.setQueryData(queryKey, after.rows[0]?.record)
      continue
    }
    const { rows, pagination } = after
    const total = Math.max(0, (pagination?.total ?? 0) + rows.length - before.rows.length)
    const totalPages = pagination && Math.ceil(total / pagination.limit)
    client.setQueryData(
      queryKey,
      { ...after, pagination: pagination && { ...pagination, total, totalPages } },
      // As old as it was: the next look at it loads it anew all the same.
      { updatedAt: state.dataUpdatedAt },
    )
  }
}

/**
 * Changes a record wherever it is shown.
 * @returns puts each field and row back that still says what was put here; what another change, or
 *   an answer, has said since stays
 */
export function changeRecord<T>(
  client: QueryClient,
  area: AreaName,
  id: string,
  change: Change<T>,
): Rollback {
  const changes = new Map<string, { was: Listing<T>; made: Listing<T> }>()
  changeShown<T>(client, area, id, (was, query) => {
    const made = change(was, ...askedOf(query.queryKey))
    if (made !== was) changes.set(query.queryHash, { was, made })
    return made
  })
  return () =>
    changeShown<T>(client, area, id, (now, query) => {
      const known = changes.get(query.queryHash)
      return known ? putBack(now, id, known) : now
    })
}

/** A list without a change of one record of it. */
function putBack<T>(
  now: Listing<T>,
  id: string,
  { was, made }: { was: Listing<T>; made: Listing<T> },
): Listing<T> {
  const { rows } = now
  const isIt = (row: Row<T>) => row.id === id
  const [before, after] = [was.rows.find(isIt), made.rows.find(isIt)]
  const at = rows.findIndex(isIt)
  const row = rows[at]
  if (!row && before && !after)
    return { ...now, rows: rows.toSpliced(was.rows.indexOf(before), 0, before) }
  if (row && !before && after) return { ...now, rows: rows.toSpliced(at, 1) }
  if (!row || !before || !after) return now
  const record = withoutChange(row.record, after.record, before.record)
  return { ...now, rows: rows.with(at, { id, record }) }
}

/** A record without a change: each field of it that still says what the change said goes back. */
function withoutChange<T>(now: T, changed: T, was: T): T {
  // The cache keeps values of its own that say the same.
  const says = (of: T, field: string) => JSON.stringify(of[field as keyof T])
  const back = Object.entries(was as object).filter(
    ([field]) => says(now, field) === says(changed, field),
  )
  return { ...now, ...Object.fromEntries(back) }
}

/** A list with fields of one of its records changed. */
function withFields<T>(listing: Listing<T>, id: string, fields: Partial<T>): Listing<T> {
  const at = listing.rows.findIndex((row) => row.id === id)
  const row = listing.rows[at]
  if (!row) return listing
  return { ...listing, rows: listing.rows.with(at, { id, record: { ...row.record, ...fields } }) }
}

/**
 * Puts fields of a record in place wherever it is shown.
 * @param fields the whole record as the server answered, or the fields that change
 */
export const replaceRecord = <T>(
  client: QueryClient,
  area: AreaName,
  id: string,
  fields: Partial<T>,
): Rollback => changeRecord<T>(client, area, id, (listing) => withFields(listing, id, fields))

/** The key under which one record of an area is kept by itself, as it is now. */
export const aloneKey = (area: AreaName, id: string): QueryKey => [`${area}.details`, { id }]

/**
 * Removes a record from the lists of its area.
 * @param isLeft whether a list, given its query and call, loses the record; by default all do
 * @param now fields that the write has changed; shown where the record stays, and if it is open
 */
export function removeRecord<T>(
  client: QueryClient,
  area: AreaName,
  id: string,
  isLeft: (query: SentQuery, call: string) => boolean = () => true,
  now?: Partial<T>,
): Rollback {
  const left: T[] = []
  const rollback = changeRecord<T>(client, area, id, (listing, query, call) => {
    if (loadsOne(area, call) || !isLeft(query, call))
      return now ? withFields(listing, id, now) : listing
    const at = listing.rows.findIndex((row) => row.id === id)
    const row = listing.rows[at]
    if (!row) return listing
    left.push(row.record)
    return { ...listing, rows: listing.rows.toSpliced(at, 1) }
  })
  const [record] = left
  const queryKey = aloneKey(area, id)
  if (!now || !record || client.getQueryData(queryKey) !== undefined) return rollback
  // It may be open.
  client.setQueryData(queryKey, { ...record, ...now })
  return () => {
    rollback()
    client.removeQueries({ queryKey, exact: true })
  }
}

/**
 * Puts a record on top of the lists of one name, until their next load (specification section 4).
 * @param name the list's endpoint, such as `roles.list`
 */
export function putOnTop<T>(
  client: QueryClient,
  area: AreaName,
  name: string,
  id: string,
  record: T,
): void {
  changeRecord<T>(client, area, id, (listing, query, call) => {
    if (call !== name || isOfDeleted(query, call)) return listing
    const others = listing.rows.filter((row) => row.id !== id)
    const top = [id, ...(listing.top ?? [])]
    return { ...listing, rows: [{ id, record }, ...others], top }
  })
}

/**
 * Has every list of an area loaded anew, and its records that are loaded by themselves: those on the screen now, the
 * others when next seen. It waits for other writes of this tab: an answer from before them would take back for a moment
 * what they have shown already, and move the rows.
 */
export async function reloadLists(client: QueryClient, area: AreaName): Promise<void> {
  await writesDone()
  await client.invalidateQueries({
    predicate: ({ queryKey }) => {
      const [query, call] = askedOf(queryKey)
      if (call.startsWith(`${area}.list`)) return true
      // What a write answers of a person or a role is put in place everywhere (cacheUser, cacheRole).
      const isKept = area === 'users' || area === 'roles'
      return !isKept && loadsOne(area, call) && !('asOf' in query)
    },
  })
}
