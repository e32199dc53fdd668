import { type RawBuilder, type SqlBool, sql } from 'kysely'

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

/** A condition that a column holds one of some values; none at all where nothing is asked for. */
export function among(
  column: string,
  values: readonly (string | boolean)[] | undefined,
  facet?: string,
): Condition[] {
  if (!values) return []
  const condition = sql<SqlBool>`${sql.ref(`t.${column}`)} in (${sql.join(values)})`
  return [facet ? { sql: condition, facet: { name: facet, values } } : { sql: condition }]
}

/** A condition that a row belongs to one of some people; none where nobody is asked for. */
export function ofPeople(column: string, people: readonly string[] | undefined): Condition[] {
  if (!people) return []
  return among(column, people).map((condition) => ({ ...condition, people }))
}

/** A condition on a span of time, both ends in it. */
export function between(
  column: string,
  from: string | undefined,
  to: string | undefined,
): Condition[] {
  const ref = sql.ref(`t.${column}`)
  return [
    ...(from ? [{ sql: sql<SqlBool>`${ref} >= ${from}::timestamptz` }] : []),
    ...(to ? [{ sql: sql<SqlBool>`${ref} <= ${to}::timestamptz` }] : []),
  ]
}

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
