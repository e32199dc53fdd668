import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { Db } from '../connection/connection.ts'

/** On the table as `t`. A facet that the table's counter keeps makes the exact total cost nothing. */
export interface Condition {
  sql: RawBuilder<SqlBool>
  facet?: Facet
  /** A counter keeps the rows of people, too. */
  people?: readonly string[]
  /** Alternatives with an index each, disjoint. */
  ways?: readonly RawBuilder<SqlBool>[]
  /** Disjoint parts with an index for every sort each; a page is merged from them. */
  parts?: readonly RawBuilder<SqlBool>[]
}

/** Picked values, or all `except` them; null for none. */
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

/** Same key, same rows. */
export function keyOf(db: Db, conditions: readonly Condition[], ...what: unknown[]): string {
  const { sql: text, parameters } = sql`${where(conditions)}`.compile(db)
  return JSON.stringify([...what, text, parameters])
}

/** One list of conditions for each way or part of the first condition with some; disjoint. */
export function splitBy(
  by: 'ways' | 'parts',
  conditions: readonly Condition[],
): (readonly Condition[])[] {
  const split = conditions.find((condition) => condition[by]?.length)
  const having = (one: RawBuilder<SqlBool>) =>
    conditions.map((condition) => (condition === split ? { sql: one } : condition))
  return split?.[by]?.map(having) ?? [conditions]
}

/** None for undefined. */
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

/** None for undefined. */
export const ofPeople = (column: string, people: readonly string[] | undefined): Condition[] =>
  among(column, people).map((condition) => ({ ...condition, ...(people && { people }) }))

/** Inclusive. @param by on the table as `t` */
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
