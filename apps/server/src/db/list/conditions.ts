import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { Db } from '../connection/connection.ts'

/**
 * One condition of a list, on the table as `t`. Where it only picks values of a facet that the
 * table's counter keeps, naming the facet makes the exact total cost nothing.
 */
export interface Condition {
  sql: RawBuilder<SqlBool>
  facet?: Facet
  /** Where it picks the rows of some people, who they are: a counter keeps their numbers too. */
  people?: readonly string[]
  /** Where it can be met in several ways, each with an index of its own: those, no row in two of them. */
  ways?: readonly RawBuilder<SqlBool>[]
  /**
   * Where the table has an index in the order of every sort for each part of its rows: those parts, no row in two of
   * them. A page is then merged from the parts, so that it reads no row that isn't of them.
   */
  parts?: readonly RawBuilder<SqlBool>[]
}

/** Values of a facet that are picked, or all but those; null where a row has none. */
interface Facet {
  name: string
  values: readonly (string | boolean | null)[]
  except?: boolean
}

/** The `where` of some conditions, all of which must hold. */
export const where = (conditions: readonly Condition[]): RawBuilder<unknown> =>
  conditions.length === 0
    ? sql``
    : sql`where ${sql.join(
        conditions.map((condition) => condition.sql),
        sql` and `,
      )}`

/** Names what is read under some conditions: the same key, the same rows. */
export function keyOf(db: Db, conditions: readonly Condition[], ...what: unknown[]): string {
  const { sql: text, parameters } = sql`${where(conditions)}`.compile(db)
  return JSON.stringify([...what, text, parameters])
}

/** Conditions as one list of them for each way or part of one of them: a row matches one of these at the most. */
export function splitBy(
  by: 'ways' | 'parts',
  conditions: readonly Condition[],
): (readonly Condition[])[] {
  const split = conditions.find((condition) => condition[by]?.length)
  const having = (one: RawBuilder<SqlBool>) =>
    conditions.map((condition) => (condition === split ? { sql: one } : condition))
  return split?.[by]?.map(having) ?? [conditions]
}

/** A condition that a column holds one of some values; none at all where nothing is asked for. */
export const among = (
  column: string,
  values: readonly (string | boolean)[] | undefined,
  facet?: string,
): Condition[] =>
  values
    ? [
        {
          sql: sql<SqlBool>`${sql.ref(`t.${column}`)} in (${sql.join(values)})`,
          ...(facet && { facet: { name: facet, values } }),
        },
      ]
    : []

/** A condition that a row belongs to one of some people; none where nobody is asked for. */
export const ofPeople = (column: string, people: readonly string[] | undefined): Condition[] =>
  among(column, people).map((condition) => ({ ...condition, ...(people && { people }) }))

/** Conditions that a time is within a span, both ends in it. @param by an expression on the table as `t` */
export const between = (by: RawBuilder<unknown>, from: unknown, to: unknown): Condition[] => [
  ...(from === undefined ? [] : [{ sql: sql<SqlBool>`${by} >= ${from}::timestamptz` }]),
  ...(to === undefined ? [] : [{ sql: sql<SqlBool>`${by} <= ${to}::timestamptz` }]),
]

/** Leaves out what is deleted. */
export const notDeleted: Condition = {
  sql: sql`t.deleted_at is null`,
  facet: { name: 'deleted', values: [false] },
}

/** Leaves out what is not deleted. */
export const onlyDeleted: Condition = {
  sql: sql`t.deleted_at is not null`,
  facet: { name: 'deleted', values: [true] },
}

/** These records alone. */
export const withIds = (ids: readonly string[]): Condition => ({
  sql: sql<SqlBool>`t.id = any(${ids}::uuid[])`,
})

/** Not these records. */
export const withoutIds = (ids: readonly string[]): Condition => ({
  sql: sql<SqlBool>`t.id <> all(${ids}::uuid[])`,
})

/** A condition that a column holds anything but a value. */
export const otherThan = (column: string, value: string): Condition => ({
  sql: sql<SqlBool>`${sql.ref(`t.${column}`)} <> ${value}`,
})
