import { type AmountOf, amountsIn, currenciesWith } from '@steward/contract/values/amount-in-text'
import { unusualCurrencies } from '@steward/contract/values/currency'
import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { Db } from '../connection/connection.ts'
import { isDistributed } from '../connection/distributed.ts'
import { queryColumn } from '../connection/query.ts'
import { type Condition, splitBy, where } from './conditions.ts'

/** What a search looks in beside a record's own text. */
export interface Searched {
  /** Columns with ids of people, whose names are searched. */
  searchedPeople?: readonly string[]
  /** A column with an amount in minor units of `currency`. */
  searchedAmount?: string
  /** The columns of the record's own text that are searched, where not all are. */
  searchedColumns?: readonly string[]
  /** Beside those columns, who is named without an account: `payer` is `payer_name` where there is no `payer_id`. */
  searchedNames?: readonly string[]
}

interface Word {
  text: string
  /** The pattern for LIKE. */
  pattern: RawBuilder<string>
  /** Whether it has no three letters or digits in a row, which the trigram index needs. */
  isShort: boolean
}

export interface Names {
  /** Whether the name of one person, by id, matches. */
  isLike(id: RawBuilder<unknown>, word: Word): RawBuilder<SqlBool>
  /** The ids of all people whose names match. */
  idsLike(word: Word): RawBuilder<unknown>
}

/** The name of a person: the first line of the searched text. */
const foldedName = sql<string>`split_part(person.search, chr(10), 1)`

export const currentNames: Names = {
  // Tests each row. With `exists` the planner may list all such people, for two letters a third of them.
  isLike: (id, { pattern }) => sql`coalesce((
    select ${foldedName} like ${pattern} from users as person where person.id = ${id}), false)`,
  // The index is of no use for one or two letters; `|| ''` keeps the planner from it.
  idsLike: ({ pattern, isShort }) => sql`
    select person.id from users as person
    where ${isShort ? sql`${foldedName} || ''` : foldedName} like ${pattern}`,
}

/** People as they are called now. The nodes of Citus have nobody to look up: they are sent the ids of all such people. */
const namesNow = (db: Db): Names =>
  isDistributed(db)
    ? { ...currentNames, isLike: (id, word) => sql`${id} in (${currentNames.idsLike(word)})` }
    : currentNames

/** The most people whose ids {@link namesFor} sends. */
const maxIds = 500

/**
 * Names for the rows of a list, undefined where the usual ones do. The planner of a node of Citus doesn't know how many ids a
 * subquery sends it, and reads all rows: those of few people are looked up before; where nobody is called so, the word's
 * index is enough.
 */
export async function namesFor(
  db: Db,
  { table, searchedPeople }: Searched & { table: string },
  search: string,
): Promise<Names | undefined> {
  if (!searchedPeople || !isDistributed(db, table)) return undefined
  const names = namesNow(db)
  const few = new Map<string, string[]>()
  for (const text of wordsOf(search)) {
    const word = wordOf(text)
    if (word.isShort) continue
    const ids = await queryColumn(db)`${currentNames.idsLike(word)} limit ${maxIds + 1}::int`
    if (ids.length <= maxIds) few.set(text, ids)
  }
  const isLike: Names['isLike'] = (id, word) => {
    const ids = few.get(word.text)
    if (!ids) return names.isLike(id, word)
    return ids.length === 0 ? sql<SqlBool>`false` : sql<SqlBool>`${id} = any(${ids}::uuid[])`
  }
  return { ...names, isLike }
}

/** Conditions that every word is found, the longest first. An amount must match whole, also over several words. */
export function searchConditions(
  db: Db,
  searched: Searched,
  search: string,
  names: Names = namesNow(db),
) {
  const { searchedPeople = [], searchedAmount } = searched
  const words = wordsOf(search)
  const conditions = words
    .sort((one, other) => other.length - one.length)
    .map((word) => {
      const asked = wordOf(word)
      const own = ownText(asked, searched)
      const called = searchedPeople.map((column) => names.isLike(sql.ref(`t.${column}`), asked))
      const amount = searchedAmount === undefined ? [] : hasAmount(searchedAmount, amountsIn(word))
      return {
        sql: sql<SqlBool>`(${sql.join([own, ...amount, ...called], sql` or `)})`,
        ways: waysOf([own, ...amount], searchedPeople, asked, names),
      }
    })
  if (searchedAmount === undefined || conditions.length < 2) return conditions
  const [whole] = hasAmount(searchedAmount, amountsIn(search))
  if (!whole) return conditions
  const each = sql<SqlBool>`${sql.join(
    conditions.map((condition) => condition.sql),
    sql` and `,
  )}`
  const either = sql<SqlBool>`(${whole} or (${each}))`
  return [{ sql: either, ways: [whole, sql<SqlBool>`${each} and (${whole}) is not true`] }]
}

/** Whether a word is in a record's own text, or in some columns of it, which are looked at where the index finds it. */
function ownText({ pattern }: Word, searched: Searched): RawBuilder<SqlBool> {
  const whole = sql<SqlBool>`t.search like ${pattern}`
  if (!searched.searchedColumns) return whole
  return sql<SqlBool>`(${whole} and ${textOf(searched)} like ${pattern})`
}

/** The text of a record as it is searched, a line for each column. */
export function textOf({ searchedColumns, searchedNames = [] }: Searched): RawBuilder<string> {
  if (!searchedColumns) return sql<string>`t.search`
  const lines = [
    ...searchedColumns.map((column) => sql.ref(`t.${column}`)),
    ...searchedNames.map(
      (of) => sql`case when ${sql.ref(`t.${of}_id`)} is null then ${sql.ref(`t.${of}_name`)} end`,
    ),
  ]
  return lines.length === 0
    ? sql<string>`''`
    : sql<string>`steward_fold(concat_ws(chr(10), ${sql.join(lines)}))`
}

/** Whether a word may be in a person's name; true without a look for one or two letters. */
export function maybeNames(search: string): RawBuilder<boolean> {
  const words = wordsOf(search).map(wordOf)
  if (words.some(({ isShort }) => isShort)) return sql<boolean>`true`
  const each = words.map((word) => sql`exists (${currentNames.idsLike(word)})`)
  return sql<boolean>`(${sql.join(each, sql` or `)})`
}

export const wordsOf = (search: string): string[] =>
  search.split(/\s+/u).filter((word) => word !== '')

/** Conditions that a column holds one of the amounts, in minor units of the row's currency; none without amounts. */
function hasAmount(column: string, amounts: readonly AmountOf[]): RawBuilder<SqlBool>[] {
  if (amounts.length === 0) return []
  const held = sql.ref(`t.${column}`)
  const usual = Object.keys(unusualCurrencies)
  const each = amounts.map(({ decimals, minor }) => {
    const codes = decimals === 2 ? usual : currenciesWith(decimals)
    const ofThese = decimals === 2 ? sql`<> all` : sql`= any`
    return sql`(${held} = ${minor.toString()}::bigint and t.currency ${ofThese} (${codes}::text[]))`
  })
  // Repeated without currency, for the index of amounts.
  const any = sql`${held} = any(${amounts.map(({ minor }) => minor.toString())}::bigint[])`
  return [sql<SqlBool>`(${any} and (${sql.join(each, sql` or `)}))`]
}

/** Matches three letters or digits in a row: a trigram. */
const hasThree = /[\p{L}\p{N}]{3}/u

const wordOf = (text: string): Word => ({
  text,
  pattern: patternOf(text),
  isShort: !hasThree.test(plainOf(text)),
})

const plainOf = (word: string) => word.normalize('NFKD').replace(/\p{M}/gu, '')

function patternOf(word: string): RawBuilder<string> {
  // Escaped after folding, since folding turns signs such as ％ into those of LIKE.
  return sql`'%' || regexp_replace(steward_fold(${word}), '([\\\\%_])', '\\\\\\1', 'g') || '%'`
}

/** Disjoint alternatives by which a row may match: its text, its amount, or the name of a person. */
function waysOf(
  [own, ...more]: readonly [RawBuilder<SqlBool>, ...RawBuilder<SqlBool>[]],
  people: readonly string[],
  word: Word,
  names: Names,
): RawBuilder<SqlBool>[] {
  const ways = [own, ...more.map((way) => sql<SqlBool>`${way} and (${own}) is not true`)]
  for (const column of people) {
    const called = sql`${sql.ref(`t.${column}`)} in (${names.idsLike(word)})`
    const others = ways.map((way) => sql`(${way}) is not true`)
    ways.push(sql<SqlBool>`${called} and ${sql.join(others, sql` and `)}`)
  }
  return ways
}

/** The rows that meet the conditions, in no order. */
export const matching = (table: string, conditions: readonly Condition[]): RawBuilder<unknown> =>
  sql.join(
    splitBy('ways', conditions).map(
      (part) => sql`select t.* from ${sql.table(table)} as t ${where(part)}`,
    ),
    sql` union all `,
  )

/** Selects a row without columns for each that matches. */
export const rowsMatching = (table: string, conditions: readonly Condition[]) =>
  sql.join(
    splitBy('ways', conditions).map(
      (part) => sql`select from ${sql.table(table)} as t ${where(part)}`,
    ),
    sql` union all `,
  )

export const countMatching = (table: string, conditions: readonly Condition[]) => {
  const counts = splitBy('ways', conditions).map(
    (part) => sql`(select count(*) from ${sql.table(table)} as t ${where(part)})`,
  )
  return sql<number>`(${sql.join(counts, sql` + `)})`
}
