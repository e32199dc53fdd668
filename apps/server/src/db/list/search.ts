import { type AmountOf, amountsIn, currenciesWith } from '@steward/contract/values/amount-in-text'
import { unusualCurrencies } from '@steward/contract/values/currency'
import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { type Condition, splitBy, where } from './conditions.ts'

/** What a search looks into beside a record's own text: the names of people, and amounts. */
export interface Searched {
  /** Columns of `t` that hold the ids of people. */
  searchedPeople?: readonly string[]
  /** The column of `t` that holds an amount in minor units of its `currency`. */
  searchedAmount?: string
}

/** A word that is searched for. */
interface Word {
  /** As LIKE has it. */
  pattern: RawBuilder<string>
  /** Whether it has no three letters or digits in a row. */
  isShort: boolean
}

/** Looks people up by what they are called. */
export interface Names {
  /** Whether the person of an id is called so, looked up for that id alone. */
  isLike(id: RawBuilder<unknown>, word: Word): RawBuilder<SqlBool>
  /** A query of the ids of all people who are called so. */
  idsLike(word: Word): RawBuilder<unknown>
}

/** What somebody is called, folded: the first line of what is searched of them. */
const foldedName = sql<string>`split_part(person.search, chr(10), 1)`

/** The names that people have. */
export const currentNames: Names = {
  // A subquery of one value is looked up row by row. Of `exists` the planner may make a table of all who are
  // called so, which for two letters is a third of everybody.
  isLike: (id, { pattern }) => sql`coalesce((
    select ${foldedName} like ${pattern} from users as person where person.id = ${id}), false)`,
  // Of one or two letters the index knows nothing, and would have all looked at, one by one.
  idsLike: ({ pattern, isShort }) => sql`
    select person.id from users as person
    where ${isShort ? sql`${foldedName} || ''` : foldedName} like ${pattern}`,
}

/**
 * Each word must be found somewhere, whatever its case and accents. The longest comes first. An amount is found by
 * all of its digits, and may be written in several words.
 */
export function searchConditions(
  searched: Searched,
  search: string,
  names: Names = currentNames,
): Condition[] {
  const { searchedPeople = [], searchedAmount } = searched
  const words = wordsOf(search)
  const conditions = words
    .sort((one, other) => other.length - one.length)
    .map((word) => {
      const asked = { pattern: patternOf(word), isShort: !hasThree.test(plainOf(word)) }
      const own = sql<SqlBool>`t.search like ${asked.pattern}`
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

/** Whether a word of a search may be of somebody's name; of one or two letters that isn't looked up. */
export function maybeNames(search: string): RawBuilder<boolean> {
  const words = wordsOf(search)
  if (words.some((word) => !hasThree.test(plainOf(word)))) return sql<boolean>`true`
  const each = words.map((word) => {
    const people = currentNames.idsLike({ pattern: patternOf(word), isShort: false })
    return sql`exists (${people})`
  })
  return sql<boolean>`(${sql.join(each, sql` or `)})`
}

/** The words of a search. */
export const wordsOf = (search: string): string[] =>
  search.split(/\s+/u).filter((word) => word !== '')

/** Whether a row has one of some amounts, given in the minor units of its currency; none where there is no amount. */
function hasAmount(column: string, amounts: readonly AmountOf[]): RawBuilder<SqlBool>[] {
  if (amounts.length === 0) return []
  const held = sql.ref(`t.${column}`)
  const usual = Object.keys(unusualCurrencies)
  const each = amounts.map(({ decimals, minor }) => {
    const codes = decimals === 2 ? usual : currenciesWith(decimals)
    const ofThese = decimals === 2 ? sql`<> all` : sql`= any`
    return sql`(${held} = ${minor.toString()}::bigint and t.currency ${ofThese} (${codes}::text[]))`
  })
  // All of them once more, which the index of amounts knows.
  const any = sql`${held} = any(${amounts.map(({ minor }) => minor.toString())}::bigint[])`
  return [sql<SqlBool>`(${any} and (${sql.join(each, sql` or `)}))`]
}

/** Letters or digits enough for a trigram, which is what the indexes of searches know. */
const hasThree = /[\p{L}\p{N}]{3}/u

/** Without marks, as folding leaves it. */
const plainOf = (word: string) => word.normalize('NFKD').replace(/\p{M}/gu, '')

/** A word anywhere, as LIKE has it. */
function patternOf(word: string): RawBuilder<string> {
  // What LIKE takes for a sign is escaped last: folding makes such signs of others, as of ％.
  return sql`'%' || regexp_replace(steward_fold(${word}), '([\\\\%_])', '\\\\\\1', 'g') || '%'`
}

/** The ways in which a row can match, no row in two of them. */
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

/** The rows `t` of a table that match, all columns of them, in no order. */
export const matching = (table: string, conditions: readonly Condition[]): RawBuilder<unknown> =>
  sql.join(
    splitBy('ways', conditions).map(
      (part) => sql`select t.* from ${sql.table(table)} as t ${where(part)}`,
    ),
    sql` union all `,
  )

/** How many rows of a table match, counted. */
export const countMatching = (
  table: string,
  conditions: readonly Condition[],
): RawBuilder<number> => {
  const counts = splitBy('ways', conditions).map(
    (part) => sql`(select count(*) from ${sql.table(table)} as t ${where(part)})`,
  )
  return sql<number>`(${sql.join(counts, sql` + `)})`
}
