import type { AreaName } from '@steward/contract/areas/areas'
import type { QueryClient, QueryKey } from '@tanstack/react-query'
import type { Listing, Row, SentQuery } from './listing.ts'
import { writesDone } from './local-write-tracker.ts'

/** Takes a change of the cache back, and nothing else that has happened since. */
export type Rollback = () => void

/** Every list of an area that has been loaded: `roles.list`, `roles.listInactive`… */
export const listsOf = (area: AreaName) => ({
  predicate: ({ queryKey }: { queryKey: QueryKey }) =>
    String(queryKey[0]).startsWith(`${area}.list`),
})

/** Records of an area that are loaded by themselves, as they are now: `events.details`, `roles.one`… */
const detailsOf = (area: AreaName, id?: string) => ({
  predicate: ({ queryKey }: { queryKey: QueryKey }) => {
    const asked = (queryKey[1] ?? {}) as { id?: unknown }
    return (
      (queryKey[0] === `${area}.details` || queryKey[0] === `${area}.one`) &&
      (id === undefined || asked.id === id) &&
      !('asOf' in asked)
    )
  },
})

const askedOf = (key: QueryKey) => [(key[1] ?? {}) as SentQuery, String(key[0])] as const

/** Whether a list holds what is deleted, and nothing else. */
export const isOfDeleted = (query: SentQuery, call: string): boolean =>
  query['deleted'] === 'only' || call === 'roles.listDeleted'

function change<T>(
  client: QueryClient,
  area: AreaName,
  { added = 0, top }: { added?: -1 | 0 | 1; top?: string },
  of: (rows: Row<T>[], key: QueryKey) => Row<T>[],
): void {
  // An answer that is still on its way was asked for before the change. A first load goes on: there
  // is nothing yet that it could overwrite.
  void client.cancelQueries({
    predicate: (query) => listsOf(area).predicate(query) && query.state.data !== undefined,
  })
  for (const [key, listing] of client.getQueriesData<Listing<T>>(listsOf(area))) {
    // A past state doesn't change, and a total loaded by itself has no rows.
    if (!listing?.rows || 'asOf' in askedOf(key)[0]) continue
    const rows = of(listing.rows, key)
    if (rows === listing.rows) continue
    const { pagination } = listing
    const total = Math.max(0, (pagination?.total ?? 0) + added)
    client.setQueryData<Listing<T>>(
      key,
      {
        ...listing,
        rows,
        ...(top !== undefined && { top: [top, ...(listing.top ?? [])] }),
        pagination: pagination && {
          ...pagination,
          total,
          totalPages: Math.ceil(total / pagination.limit),
        },
      },
      // As old as it was: the next look at it loads it anew all the same.
      { updatedAt: client.getQueryState(key)?.dataUpdatedAt ?? Date.now() },
    )
  }
}

/**
 * Puts fields of a record in place in every list of its area that shows it.
 * @param record the whole record as the server answered, or the fields that change
 * @returns puts each field back that still says what was put here; what another change, or an
 *   answer, has said since stays
 */
export function replaceRecord<T>(
  client: QueryClient,
  area: AreaName,
  id: string,
  record: Partial<T>,
): Rollback {
  const before = new Map<string, T>()
  const putBackAlone = replaceAlone<T>(client, area, id, record)
  change<T>(client, area, {}, (rows, key) => {
    const at = rows.findIndex((row) => row.id === id)
    const row = rows[at]
    if (!row) return rows
    before.set(JSON.stringify(key), row.record)
    return rows.with(at, { id, record: { ...row.record, ...record } as T })
  })
  return () => {
    putBackAlone()
    change<T>(client, area, {}, (rows, key) => {
      const was = before.get(JSON.stringify(key))
      const at = rows.findIndex((row) => row.id === id)
      const row = rows[at]
      return was && row ? rows.with(at, { id, record: putBack(row.record, record, was) }) : rows
    })
  }
}

/** As {@link replaceRecord}, for records that are loaded by themselves. */
function replaceAlone<T>(
  client: QueryClient,
  area: AreaName,
  id: string,
  record: Partial<T>,
): Rollback {
  const of = detailsOf(area, id)
  const before = client.getQueriesData<T>(of)
  if (before.length === 0) return () => {}
  void client.cancelQueries({
    predicate: (query) => of.predicate(query) && query.state.data !== undefined,
  })
  const set = (key: QueryKey, of: (now: T) => T) =>
    client.setQueryData<T>(key, (now) => now && of(now))
  for (const [key] of before) set(key, (now) => ({ ...now, ...record }) as T)
  return () => {
    for (const [key, was] of before) if (was) set(key, (now) => putBack(now, record, was))
  }
}

/**
 * A record without a change: each field of it that still says what the change said goes back.
 * @param was the record before the change
 */
export function putBack<T>(record: T, change: Partial<T>, was: T): T {
  // The cache keeps values of its own that say the same.
  const says = (of: object, field: string) => JSON.stringify(of[field as keyof typeof of])
  const back = Object.entries(was as object).filter(
    ([field]) => field in change && says(record as object, field) === says(change, field),
  )
  return { ...record, ...Object.fromEntries(back) }
}

/** The key under which one record of an area is kept by itself, as it is now. */
export const aloneKey = (area: AreaName, id: string): QueryKey => [`${area}.details`, { id }]

/** Keeps a record by itself that leaves a list, since it may be open. */
function keepAlone<T>(
  client: QueryClient,
  area: AreaName,
  id: string,
  record: T | undefined,
  now: Partial<T>,
): Rollback {
  const putBackAlone = replaceAlone<T>(client, area, id, now)
  const queryKey = aloneKey(area, id)
  if (!record || client.getQueryData(queryKey) !== undefined) return putBackAlone
  client.setQueryData(queryKey, { ...record, ...now })
  return () => {
    putBackAlone()
    client.removeQueries({ queryKey, exact: true })
  }
}

/**
 * Removes a record from the lists of its area.
 * @param isLeft whether a list, given its query and call, loses the record; by default all do
 * @param now fields that the write has changed; shown if the record is open
 * @returns puts it back in its old place
 */
export function removeRecord<T>(
  client: QueryClient,
  area: AreaName,
  id: string,
  isLeft: (query: SentQuery, call: string) => boolean = () => true,
  now?: Partial<T>,
): Rollback {
  const before = new Map<string, { at: number; row: Row<T> }>()
  change<T>(client, area, { added: -1 }, (rows, key) => {
    const at = rows.findIndex((row) => row.id === id)
    const row = rows[at]
    if (!row || !isLeft(...askedOf(key))) return rows
    before.set(JSON.stringify(key), { at, row })
    return rows.toSpliced(at, 1)
  })
  const [first] = before.values()
  const forget = now && keepAlone<T>(client, area, id, first?.row.record, now)
  return () => {
    forget?.()
    change<T>(client, area, { added: 1 }, (rows, key) => {
      const kept = before.get(JSON.stringify(key))
      if (!kept || rows.some((row) => row.id === id)) return rows
      return rows.toSpliced(kept.at, 0, kept.row)
    })
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
  change<T>(client, area, { added: 1, top: id }, (rows, key) =>
    key[0] === name && !isOfDeleted(...askedOf(key))
      ? [{ id, record }, ...rows.filter((row) => row.id !== id)]
      : rows,
  )
}

/**
 * Has every list of an area loaded anew, and its records that are loaded by themselves: those on the screen now, the
 * others when next seen. It waits for other writes of this tab: an answer from before them would take back for a moment
 * what they have shown already, and move the rows.
 */
export async function reloadLists(client: QueryClient, area: AreaName): Promise<void> {
  await writesDone()
  await Promise.all([
    client.invalidateQueries(listsOf(area)),
    // What a write answers of a person or a role is put in place everywhere (keepUser, keepRole).
    area === 'users' || area === 'roles' ? null : client.invalidateQueries(detailsOf(area)),
  ])
}
