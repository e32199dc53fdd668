import { sql } from 'kysely'
import { keepLatest } from '../../keep-latest.ts'
import { memoize } from '../../memoize.ts'
import type { Db } from '../connection/connection.ts'
import { versionedKey, versionIn, versionOf } from '../counts/count-cache.ts'
import { type Condition, splitBy, where } from '../filters/conditions.ts'
import { readWithin } from '../reads/cancellation.ts'
import {
  behind,
  type Cursor,
  cutOf,
  orderBy,
  type PageRequest,
  pageFrom,
  rowsIn,
} from './listing.ts'

/** The facets that the index of every sort covers; for others the row has to be read. */
const covered: readonly (string | undefined)[] = ['deleted', 'type']

/** Whether skipping so many rows is slow enough to use {@link farRows}. */
export const isFar = (all: readonly Condition[], skip: number): boolean =>
  skip >= (all.every(({ facet }) => covered.includes(facet?.name)) ? 5_000 : 500)

/**
 * The rows of a deep page, far from the beginning (decision 29), without a long OFFSET: keyset pagination from the nearest key
 * of a map of where pages of the order begin, which is valid while the table doesn't change; else through the sort's
 * index from the nearer end.
 */
export async function farRows<Row>(db: Db, asked: PageRequest, total: number): Promise<Row[]> {
  const { listing, query, order, all, skip } = asked
  const read = async (parts: readonly (readonly Condition[])[], cut: ReturnType<typeof cutOf>) =>
    (await pageFrom<Row>(listing, order, rowsIn(listing, order, parts, cut), cut.rows).execute(db))
      .rows
  const mark = await markBefore(db, asked, total)
  if (!mark) return await read(splitBy('parts', all), cutOf(query.limit, skip, total))
  const parts = behind(order, mark).map((part) => [...all, part])
  const cut = {
    rows: Math.min(query.limit, total - skip),
    offset: skip - mark.place,
    fromEnd: false,
  }
  // Rows with null, the second part, come last: if a filter has none of them, all of the table's would be read for nothing.
  const rows = await read(parts.slice(0, 1), cut)
  return rows.length < cut.rows && parts.length > 1 ? await read(parts, cut) : rows
}

interface Mark extends Cursor {
  /** The number of rows up to this one, inclusive. */
  place: number
}

interface PageMap {
  version: number
  marks: Mark[]
}

interface CachedMap {
  map: PageMap | undefined
  /** When the map was begun, in milliseconds since 1970. */
  begunAt: number
}

/** How many maps are kept for one database. */
const maxMaps = 20
const maxMarks = 3_000

/** The minimum time between two maps of one order, in milliseconds, for a table that changes all the time. */
const restMs = 20_000

/** How long making a map may take, in milliseconds. */
const maxMapMs = 5_000

const mapsOf = memoize((_: Db) => new Map<string, CachedMap>())
let making = false

/** The last mark before the page; undefined without a valid map. */
async function markBefore(db: Db, asked: PageRequest, total: number): Promise<Mark | undefined> {
  const { listing, query, order, all, skip } = asked
  if (!isFar(all, Math.min(skip, total - skip))) return undefined
  const rows = { table: listing.table, conditions: all }
  const isMapped = !order.unversioned && !all.some(({ ways }) => ways)
  const key = isMapped ? versionedKey(db, query.sort, rows) : undefined
  if (key === undefined) return undefined
  const maps = mapsOf(db)
  const { map, begunAt } = maps.get(key) ?? { map: undefined, begunAt: 0 }
  if (map && map.version === (await versionOf(db, rows))) {
    return map.marks.findLast(({ place }) => place <= skip)
  }
  if (!making && Date.now() - begunAt > restMs) {
    const own: CachedMap = { map: undefined, begunAt: Date.now() }
    keepLatest(maps, key, own, maxMaps)
    making = true
    // Made in the background: this page doesn't wait, a later one may use it.
    void makeMap(db, asked, Math.ceil(total / maxMarks))
      .then((made) => {
        own.map = made
      })
      .catch(() => {})
      .finally(() => {
        making = false
      })
  }
  return undefined
}

/** Makes a map with a mark at every `step` rows. */
async function makeMap(
  db: Db,
  { listing, order, all }: PageRequest,
  step: number,
): Promise<PageMap> {
  const rows = { table: listing.table, conditions: all }
  const found = await readWithin(maxMapMs, '', () =>
    sql<Mark & { version: number }>`
      select key::text, id, place, ${versionIn(rows)} as version from (
        select ${order.by} as key, t.id, row_number() over (${orderBy(order)}) as place
        from ${sql.table(listing.table)} as t ${where(all)}
      ) as t where place % ${sql.lit(step)} = 0 order by place`.execute(db),
  )
  return { version: found.rows[0]?.version ?? -1, marks: found.rows }
}
