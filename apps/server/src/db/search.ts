import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { type Condition, where } from './conditions.ts'
import { nameOf, peopleLike, type Word } from './past/rewind.ts'

/** What a search looks into beside a record's own text: the names of people. */
export interface Searched {
  /** Columns of `t` that hold the ids of people. */
  searchedPeople?: readonly string[]
}

/**
 * Each word must stand somewhere, whatever its case and accents. The longest comes first.
 * @param moment at which people were called so; now unless given
 */
export function searchConditions(
  { searchedPeople = [] }: Searched,
  search: string,
  moment?: string,
): Condition[] {
  const words = search.split(/\s+/u).filter((word) => word !== '')
  return words
    .sort((one, other) => other.length - one.length)
    .map((word) => {
      const asked = { pattern: patternOf(word), isShort: !hasThree.test(plainOf(word)) }
      const own = sql<SqlBool>`t.search like ${asked.pattern}`
      const called = searchedPeople.map((column) => isCalled(column, asked, moment))
      return {
        sql: sql<SqlBool>`(${sql.join([own, ...called], sql` or `)})`,
        ways: waysOf(own, searchedPeople, asked, moment),
      }
    })
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

/** Whether the person of a row is called so, looked up for that row alone. */
function isCalled(column: string, word: Word, moment?: string): RawBuilder<SqlBool> {
  const id = sql.ref(`t.${column}`)
  if (moment !== undefined) return sql`${id} = any(array(${peopleLike(word, moment)}))`
  // A subquery of one value is looked up row by row. Of `exists` the planner may make a table of all who are
  // called so, which for two letters is a third of everybody.
  return sql`coalesce((
    select ${nameOf('person')} like ${word.pattern} from users as person where person.id = ${id}), false)`
}

/** The ways in which a row can match, no row in two of them. */
function waysOf(
  own: RawBuilder<SqlBool>,
  people: readonly string[],
  word: Word,
  moment?: string,
): RawBuilder<SqlBool>[] {
  const ways = [own]
  for (const column of people) {
    const called = sql`${sql.ref(`t.${column}`)} in (${peopleLike(word, moment)})`
    const others = ways.map((way) => sql`(${way}) is not true`)
    ways.push(sql<SqlBool>`${called} and ${sql.join(others, sql` and `)}`)
  }
  return ways
}

/**
 * Conditions as several lists of conditions, of which a row matches one at the most. A word that stands in a
 * text or in a name has two: each has an index of its own, which "or" would keep the planner from.
 */
export function partsOf(conditions: readonly Condition[]): Condition[][] {
  const driver = conditions.find(({ ways }) => ways && ways.length > 1)
  if (!driver) return [[...conditions]]
  const others = conditions.filter((condition) => condition !== driver)
  return (driver.ways ?? []).map((way) => [{ sql: way }, ...others])
}

/** The rows `t` of a table that match, all columns of them, in no order. */
export const matching = (table: string, conditions: readonly Condition[]): RawBuilder<unknown> =>
  sql.join(
    partsOf(conditions).map((part) => sql`select t.* from ${sql.table(table)} as t ${where(part)}`),
    sql` union all `,
  )

/** How many rows of a table match, counted. */
export const countMatching = (
  table: string,
  conditions: readonly Condition[],
): RawBuilder<number> => {
  const counts = partsOf(conditions).map(
    (part) => sql`(select count(*) from ${sql.table(table)} as t ${where(part)})`,
  )
  return sql<number>`(${sql.join(counts, sql` + `)})`
}
