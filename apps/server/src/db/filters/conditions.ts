import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { Db } from '../connection/connection.ts'

/** A condition on the table as `t`. With a facet in the table's counter, the exact total needs no counting. */
export interface Condition {
  sql: RawBuilder<SqlBool>
  facet?: Facet
  /** The people whose rows it picks, if a counter keeps the number of rows for each person. */
  people?: readonly string[]
  /** Alternatives that exclude each other; together they are the condition. Each has an index. */
  ways?: readonly RawBuilder<SqlBool>[]
  /** As `ways`, but each has an index for every sort, so that a page is merged from them. */
  parts?: readonly RawBuilder<SqlBool>[]
}

/** The values that a condition picks, or all `except` them; null is an empty field. */
interface Facet {
  name: string
  values: readonly (string | boolean | null)[]
  except?: boolean
}

export const where = (conditions: readonly Condition[]): RawBuilder<unknown> =>
  conditions.length === 0
    ? sql``
    : sql`where ${sql.join(
        conditions.map((condition) => condition.sql),
        sql` and `,
      )}`

/** A key that is equal only for the same rows. */
export function keyOf(db: Db, conditions: readonly Condition[], ...what: unknown[]): string {
  const { sql: text, parameters } = sql`${where(conditions)}`.compile(db)
  return JSON.stringify([...what, text, parameters])
}

/** Disjoint lists of conditions, one for each way or part of the first condition that has some. */
export function splitBy(by: 'ways' | 'parts', conditions: readonly Condition[]) {
  const split = conditions.find((condition) => condition[by]?.length)
  const having = (one: RawBuilder<SqlBool>) =>
    conditions.map((condition) => (condition === split ? { sql: one } : condition))
  return split?.[by]?.map(having) ?? [conditions]
}

/** A condition for any of some values; none if `values` is undefined. */
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

/** A condition for rows of any of these people; none if `people` is undefined. */
export const ofPeople = (column: string, people: readonly string[] | undefined): Condition[] =>
  among(column, people).map((condition) => ({ ...condition, ...(people && { people }) }))

/** Conditions for an inclusive span of time; `by` is on the table as `t`. */
export const between = (by: RawBuilder<unknown>, from: unknown, to: unknown): Condition[] => [
  ...(from === undefined ? [] : [{ sql: sql<SqlBool>`${by} >= ${from}::timestamptz` }]),
  ...(to === undefined ? [] : [{ sql: sql<SqlBool>`${by} <= ${to}::timestamptz` }]),
]

export const notDeleted: Condition = {
  sql: sql`t.deleted_at is null`,
  facet: { name: 'deleted', values: [false] },
}

export const onlyDeleted: Condition = {
  sql: sql`t.deleted_at is not null`,
  facet: { name: 'deleted', values: [true] },
}

export const withIds = (ids: readonly string[]): Condition => ({
  sql: sql<SqlBool>`t.id = any(${ids}::uuid[])`,
})

export const withoutIds = (ids: readonly string[]): Condition => ({
  sql: sql<SqlBool>`t.id <> all(${ids}::uuid[])`,
})

export const otherThan = (column: string, value: string): Condition => ({
  sql: sql<SqlBool>`${sql.ref(`t.${column}`)} <> ${value}`,
})
