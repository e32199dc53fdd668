import type { Gone, Listing, Row } from '../../../api/listing.ts'

/**
 * Live update of a shown page from the server: rows change in place; new, moved and removed rows are only
 * noted in `live`, until the person asks for them.
 * @param deleted ids of records that are known to be deleted
 */
export function followRows<T>(
  shown: Listing<T>,
  fresh: Listing<T>,
  deleted: ReadonlySet<string>,
): Listing<T> {
  if (!fresh.pagination || !shown.pagination || shown.rows.length === 0) return fresh
  const now = new Map(fresh.rows.map((row) => [row.id, row]))
  const gone = goneRows(shown, fresh, deleted)
  const rows = shown.rows.map((row) => now.get(row.id) ?? row)
  const filled = fill(rows, fresh, gone, shown.top)
  const news = now.size - filled.filter(({ id }) => now.has(id)).length
  const moved = isMoved(filled, fresh, new Set(shown.top))
  const { live: _, ...kept } = shown
  return {
    ...kept,
    rows: filled,
    pagination: fresh.pagination,
    loadedAt: fresh.loadedAt,
    ...askedTotalOf(shown),
    ...((news > 0 || moved || Object.keys(gone).length > 0) && {
      live: { fresh, news, moved, gone },
    }),
  }
}

export function takeFresh<T>(shown: Listing<T>): Listing<T> {
  return shown.live ? { ...shown.live.fresh, ...askedTotalOf(shown) } : shown
}

/** Removes the rows that are no longer in the list, except for the open record's (`but`, an id). */
export function letGo<T>(shown: Listing<T>, but: string | null): Listing<T> {
  const { live, ...kept } = shown
  if (!live) return shown
  const stays = but !== null && but in live.gone ? { [but]: live.gone[but] as Gone } : {}
  const left = shown.rows.filter(({ id }) => !(id in live.gone) || id in stays)
  if (left.length === shown.rows.length) return shown
  const rows = fill(left, live.fresh, stays, shown.top)
  const ids = new Set(rows.map(({ id }) => id))
  const news = live.fresh.rows.filter(({ id }) => !ids.has(id)).length
  const waits = news > 0 || live.moved || Object.keys(stays).length > 0
  return { ...kept, rows, ...(waits && { live: { ...live, news, gone: stays } }) }
}

function askedTotalOf<T>({ askedTotal, pagination }: Listing<T>): Pick<Listing<T>, 'askedTotal'> {
  if (askedTotal !== undefined) return { askedTotal }
  return pagination?.exact === false ? {} : { askedTotal: pagination?.total ?? 0 }
}

function goneRows<T>(
  shown: Listing<T>,
  fresh: Listing<T>,
  deleted: ReadonlySet<string>,
): Record<string, Gone> {
  const now = new Set(fresh.rows.map(({ id }) => id))
  const before = shown.live?.gone ?? {}
  const isFull = fresh.rows.length >= (fresh.pagination?.limit ?? 0)
  const lastKept = shown.rows.findLastIndex(({ id }) => now.has(id))
  const gone: Record<string, Gone> = {}
  for (const [at, { id }] of shown.rows.entries()) {
    if (now.has(id)) continue
    // New rows before them have moved the last rows to the next page.
    const isPushed = isFull && at > lastKept && before[id] === undefined
    if (deleted.has(id)) gone[id] = 'deleted'
    else if (!isPushed && !shown.top?.includes(id)) gone[id] = before[id] ?? 'left'
  }
  return gone
}

/** Adds the rows that come after all of these, as far as the page has room: they move nothing. */
function fill<T>(
  rows: readonly Row<T>[],
  fresh: Listing<T>,
  gone: Readonly<Record<string, Gone>>,
  top: readonly string[] = [],
): Row<T>[] {
  const ids = new Set(rows.map(({ id }) => id))
  const now = new Set(fresh.rows.map(({ id }) => id))
  const last = fresh.rows.findLastIndex(({ id }) => ids.has(id))
  // What was put on top belongs on this page only where the server says so.
  const isExtra = (id: string) => id in gone || (top.includes(id) && !now.has(id))
  const there = rows.filter(({ id }) => !isExtra(id)).length
  const room = Math.max(0, (fresh.pagination?.limit ?? 0) - there)
  return [...rows, ...fresh.rows.slice(last + 1).slice(0, room)]
}

/** Whether the rows in both lists have different orders; those put on top are ignored. */
function isMoved<T>(rows: readonly Row<T>[], fresh: Listing<T>, top: ReadonlySet<string>): boolean {
  const ids = new Set(rows.map(({ id }) => id))
  const places = new Map(fresh.rows.map(({ id }, at) => [id, at]))
  const order = rows.filter(({ id }) => !top.has(id)).flatMap(({ id }) => places.get(id) ?? [])
  return ids.size > 0 && order.some((place, at) => place < (order[at - 1] ?? -1))
}
