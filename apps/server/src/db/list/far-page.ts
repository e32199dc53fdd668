import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../connection/connection.ts'
import { keyOf, versionIn, versionOf } from '../counts/count-cache.ts'
import { readWithin } from '../reads/cancellation.ts'
import { type Condition, where } from './conditions.ts'
import {
  behind,
  type Cursor,
  cutOf,
  indexedParts,
  type Listing,
  mergedRows,
  orderBy,
  type PageQuery,
  pageFrom,
  sortOf,
} from './listing.ts'

/** What the index of every sort knows of a row; of any other condition the row itself is asked. */
const covered: readonly (string | undefined)[] = ['deleted', 'type']

/** Whether so many rows to pass over cost enough to do something about it. */
export const isFar = (all: readonly Condition[], skip: number): boolean =>
  skip >= (all.every(({ facet }) => covered.includes(facet?.name)) ? 5_000 : 500)

/** A page far from the beginning of its list, of which the total is known. */
export interface FarPage {
  listing: Listing
  query: PageQuery
  /** All conditions, of the search too. */
  all: readonly Condition[]
  skip: number
  count: number
}

/**
 * The rows of a page far from the beginning. Passing over as many rows as come before it (OFFSET) costs more the further
 * it is, so that for each order that somebody goes far in a map is made of where its pages begin. It is right for
 * as long as nothing of the table changes; meanwhile, and after a change, the rows are passed over in the
 * sort's index, from the nearer end.
 */
export async function farRows<Row>(db: Db, page: FarPage): Promise<Row[]> {
  const { listing, query, skip, count } = page
  const mark = await markBefore(db, page)
  const from = mark ? rowsBehind(page, mark) : rowsWalkedTo(page)
  const { rows } = cutOf(query.limit, skip, count)
  const found = await pageFrom<Row>(listing, { ...query, limit: rows }, 0, from).execute(db)
  return found.rows
}

/** The rows `t` of a page, found by passing over those before it, or behind it where these are fewer. */
function rowsWalkedTo({ listing, query, all, skip, count }: FarPage): RawBuilder<unknown> {
  const cut = cutOf(query.limit, skip, count)
  const parts = indexedParts(all)
  if (parts) return mergedRows(listing, query.sort, parts, cut)
  const { sort, descending } = sortOf(listing, query.sort)
  const { fromEnd, rows, offset } = cut
  const table = sql.table(listing.table)
  // Only what the index knows is read of the rows that are passed over.
  return sql`(
    select t.id from ${table} as t ${where(all)} ${orderBy(sort, descending, fromEnd)}
    limit ${sql.lit(rows)} offset ${sql.lit(offset)}
  ) as cut join ${table} as t on t.id = cut.id`
}

/** A row of an order. */
interface Mark extends Cursor {
  /** How many rows come up to it, itself among them. */
  place: number
}

/** The rows `t` of a page, found by passing over those behind a row before it. */
function rowsBehind({ listing, query, all, skip }: FarPage, mark: Mark): RawBuilder<unknown> {
  const { sort, descending } = sortOf(listing, query.sort)
  const offset = skip - mark.place
  const parts = behind(sort, descending, mark).map((part) => [...all, part])
  return mergedRows(listing, query.sort, parts, { rows: query.limit, offset, fromEnd: false })
}

/** Marks of an order, and the version of the table that they are right for. */
interface PageMap {
  version: number
  marks: Mark[]
}

interface Kept {
  map: PageMap | undefined
  /** When a map was last begun, in epoch milliseconds. */
  begunAt: number
}

/** Maps of one database that are kept, of at most so many marks each. */
const maxMaps = 20
const maxMarks = 3_000

/** While a table changes all the time no map lasts: milliseconds until another one is made of an order. */
const restMs = 20_000

/** What making a map may take; milliseconds. */
const maxMapMs = 5_000

const kept = new WeakMap<Db, Map<string, Kept>>()
let making = false

/** The last mark before a page; undefined where there is no map that is still right. */
async function markBefore(db: Db, page: FarPage): Promise<Mark | undefined> {
  const { listing, query, all, skip, count } = page
  const rows = { table: listing.table, conditions: all }
  if (!isFar(all, Math.min(skip, count - skip))) return undefined
  const isMapped = !sortOf(listing, query.sort).sort.unversioned && !all.some(({ ways }) => ways)
  const key = isMapped ? keyOf(db, query.sort, rows) : undefined
  if (key === undefined) return undefined
  const maps = kept.get(db) ?? new Map<string, Kept>()
  kept.set(db, maps)
  const { map, begunAt } = maps.get(key) ?? { map: undefined, begunAt: 0 }
  if (map && map.version === (await versionOf(db, rows))) {
    return map.marks.findLast(({ place }) => place <= skip)
  }
  if (!making && Date.now() - begunAt > restMs) {
    const own: Kept = { map: undefined, begunAt: Date.now() }
    maps.delete(key)
    maps.set(key, own)
    const [oldest] = maps.keys()
    if (maps.size > maxMaps && oldest !== undefined) maps.delete(oldest)
    making = true
    // In the background; where it fails, the next page tries again.
    void makeMap(db, page, Math.ceil(count / maxMarks))
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

/** Reads a whole order once. @param step rows from one mark to the next */
async function makeMap(db: Db, { listing, query, all }: FarPage, step: number): Promise<PageMap> {
  const { sort, descending } = sortOf(listing, query.sort)
  const order = orderBy(sort, descending, false)
  const rows = { table: listing.table, conditions: all }
  const found = await readWithin(maxMapMs, '', () =>
    sql<Mark & { version: number }>`
      select key::text, id, place, ${versionIn(rows)} as version from (
        select ${sort.by} as key, t.id, row_number() over (${order}) as place
        from ${sql.table(listing.table)} as t ${where(all)}
      ) as t where place % ${sql.lit(step)} = 0 order by place`.execute(db),
  )
  return {
    version: found.rows[0]?.version ?? -1,
    marks: found.rows.map(({ key, id, place }) => ({ key, id, place })),
  }
}
