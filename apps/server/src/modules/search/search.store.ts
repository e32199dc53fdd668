import type { UserType } from '@steward/contract/users/users'
import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { Db } from '../../db/connection/connection.ts'
import { queryAll, queryColumn, queryExists } from '../../db/connection/query.ts'
import { type Condition, notDeleted, where, withIds } from '../../db/filters/conditions.ts'
import { matching, maybeNames, searchConditions, textOf } from '../../db/filters/search.ts'
import { folded, joinsFor } from '../../db/list/listing.ts'
import { current } from '../../db/list/source.ts'
import type { SearchedArea } from '../records/area.ts'
import { fewestLetters, patternsOneOff } from './one-letter-off.ts'

export interface FoundRow {
  id: string
  created_at: string
  deleted_at: string | null
  folded_keys: string[]
  folded_text: string
  status?: string
  image?: string | null
  images?: string[]
  type?: UserType
  currency?: string
  [column: string]: unknown
}

/** How many of the newest rows are scanned before the index is used (decision 28). */
const walked = 1_500

/** How many of the newest rows are scanned for words in which any letter may be wrong. */
const walkedApproximately = 3_000

const ranked = 3

export async function foldText(db: Db, text: string): Promise<string> {
  return (await queryColumn(db)`select steward_fold(${text})`)[0] ?? ''
}

export async function mayNameSomebody(db: Db, words: string): Promise<boolean> {
  return (await queryColumn(db)<boolean>`select ${maybeNames(words)}`)[0] ?? true
}

export const findById = (db: Db, area: SearchedArea, id: string): Promise<FoundRow[]> =>
  read(db, area, sql`select t.id from ${tableOf(area)} ${where([withIds([id]), ...own(area)])}`)

export function findFirst(db: Db, area: SearchedArea, words: string, limit: number) {
  const most = sql.lit(limit * ranked)
  const live = area.liveIndexes ? [notDeleted] : []
  const begins = area.keys.map((key) => {
    const by = folded(key)
    const conditions = [
      ...live,
      ...own(area),
      { sql: sql<SqlBool>`${by} >= ${words} and ${by} < ${`${words}\u{10FFFF}`}` },
    ]
    return sql`(select t.id from ${tableOf(area)} ${where(conditions)} order by ${by} limit ${most})`
  })
  const newest = sql`(
    select t.id from ${newestOf(area, walked)} ${where(searchConditions(db, area.listing, words))}
    limit ${most})`
  return read(db, area, sql.join([...begins, newest], sql` union `))
}

/**
 * The newest rows with each word in their own text or, with `all`, in that of their list;
 * includes deleted rows.
 */
export const findAnywhere = (
  db: Db,
  area: SearchedArea,
  words: string,
  limit: number,
  where: 'own text' | 'all',
): Promise<FoundRow[]> => {
  const { table, ...searched } = area.listing
  const looked = where === 'all' ? searched : { ...searched, searchedPeople: [] }
  const all = [...searchConditions(db, looked, words), ...own(area)]
  // The fence (`offset 0`) keeps the planner from scanning further.
  return read(
    db,
    area,
    sql`
      select t.id from (${matching(table, all)} offset 0) as t
      order by t.created_at desc, t.id desc limit ${sql.lit(limit * ranked)}`,
  )
}

export interface NearlyAsked {
  word: string
  /** The condition that all other words occur. */
  others: string
  limit: number
}

export function findNearlyNew(db: Db, area: SearchedArea, { word, others, limit }: NearlyAsked) {
  const patterns = patternsOneOff(word)
  const text = toleratedIn(area)
  const conditions = [
    { sql: sql<SqlBool>`${text} like any(${patterns.map((each) => `%${each}%`)}::text[])` },
    { sql: sql<SqlBool>`${text} ~ any(${patterns.map(asWord)}::text[])` },
    ...searchConditions(db, area.listing, others),
  ]
  return read(
    db,
    area,
    sql`
      select t.id from ${newestOf(area, walkedApproximately)} ${where(conditions)}
      limit ${sql.lit(limit * ranked)}`,
  )
}

export const hasOlder = (db: Db, area: SearchedArea) =>
  queryExists(db)`
    select t.id from ${tableOf(area)} ${where([...(area.liveIndexes ? [notDeleted] : []), ...own(area)])}
    order by t.created_at desc, t.id desc
    limit 1 offset ${sql.lit(walkedApproximately)}`

/** Finds rows with a word one letter off, by patterns long enough for the trigram index. */
export async function findNearlyAnywhere(
  db: Db,
  area: SearchedArea,
  { word, others, limit }: NearlyAsked,
): Promise<FoundRow[]> {
  const text = toleratedIn(area)
  const rest = [...searchConditions(db, area.listing, others), ...own(area)]
  const fewest = Math.min(4, [...word].length - 1)
  const known = patternsOneOff(word).filter((pattern) =>
    pattern.split('_').some((piece) => [...piece].length >= fewest),
  )
  if (known.length === 0) return []
  const each = known.map((pattern) => {
    const conditions = [
      { sql: sql<SqlBool>`${text} like ${`%${pattern.replace(/^_|_$/g, '')}%`}` },
      // No index helps here, so it is evaluated only for rows that meet the line before.
      { sql: sql<SqlBool>`(${text} || '') ~ ${asWord(pattern)}` },
      ...rest,
    ]
    return sql`(
      select t.id from ${tableOf(area)} ${where(conditions)} limit ${sql.lit(limit * ranked)})`
  })
  return await read(db, area, sql.join(each, sql` union `))
}

const toleratedIn = ({ byName }: SearchedArea) =>
  byName ? sql`split_part(t.search, chr(10), 1)` : sql.ref('t.search')

/** A regular expression of a pattern as a whole word, or a prefix of a longer one. */
function asWord(pattern: string): string {
  const end = [...pattern].length > fewestLetters + 1 ? '' : '([^[:alnum:]]|$)'
  return `(^|[^[:alnum:]])${pattern.replaceAll('_', '.')}${end}`
}

const tableOf = ({ listing }: SearchedArea) => sql`${sql.table(listing.table)} as t`

const own = ({ conditions = [], listing, scope }: SearchedArea): readonly Condition[] =>
  scope ? [...conditions, ...scope.seen(listing.table, current)] : conditions

const newestOf = (area: SearchedArea, most: number) => sql`(
  select t.* from ${tableOf(area)} ${where([...(area.liveIndexes ? [notDeleted] : []), ...own(area)])}
  order by t.created_at desc, t.id desc limit ${sql.lit(most)}) as t`

async function read(db: Db, area: SearchedArea, ids: RawBuilder<unknown>): Promise<FoundRow[]> {
  const { listing, scope } = area
  const rows = await queryAll(db)<FoundRow>`
    select ${listing.columns}, array[${keysOf(area.keys)}]::text[] as folded_keys,
      ${textOf(listing)} as folded_text
    from (select t.* from ${tableOf(area)} where t.id in (${ids})) as t
    ${joinsFor(listing)}
  `
  return scope ? rows.map((row) => scope.withoutHidden(listing.table, row)) : rows
}

const keysOf = (keys: readonly string[]) => sql.join(keys.map(folded))
