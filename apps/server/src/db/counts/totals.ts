import { type RawBuilder, sql } from 'kysely'
import { isAmong } from '../connection/query.ts'
import { type Condition, where } from '../filters/conditions.ts'
import { countMatching } from '../filters/search.ts'
import type { ListedTable } from '../schema/tables.ts'
import { countedTables } from './counted.ts'

/** A condition for the counters of a table; a constant, so that only that table's deltas are read. */
export const countersOf = (table: string): RawBuilder<unknown> => sql`area = ${sql.lit(table)}`

export const hasCounter = (conditions: readonly Condition[]): boolean =>
  conditions.every((condition) => condition.facet)

/** The counters that meet the conditions, each of which must have a facet ({@link hasCounter}). */
export function whereCounter(table: string, conditions: readonly Condition[]): RawBuilder<unknown> {
  const facets = conditions.map(({ facet }) => {
    const values = (facet?.values ?? []).filter((value) => value !== null).map(String)
    const kept = sql`facets ->> ${facet?.name}`
    const among = isAmong(kept, values, 'text')
    const picked = facet?.values.includes(null) ? sql`(${among} or ${kept} is null)` : among
    return facet?.except ? sql`${picked} is not true` : picked
  })
  return sql`where ${sql.join([countersOf(table), ...facets], sql` and `)}`
}

/** The exact total of rows that meet the conditions: from a materialized counter, else by `count(*)`. */
export const totalOf = (table: ListedTable, conditions: readonly Condition[]): RawBuilder<number> =>
  counterTotalOf(table, conditions) ?? countMatching(table, conditions)

/** How many rows meet the conditions, from counters; undefined if counters can't answer that. */
export function counterTotalOf(
  table: ListedTable,
  conditions: readonly Condition[],
): RawBuilder<number> | undefined {
  const ofPeople = totalOfPeople(table, conditions)
  if (ofPeople || !hasCounter(conditions)) return ofPeople
  return sql`(
    select coalesce(sum(n), 0)::bigint from current_counters ${whereCounter(table, conditions)})`
}

/** The total of rows that belong to people; undefined with any condition beside deletion. */
function totalOfPeople(
  table: ListedTable,
  conditions: readonly Condition[],
): RawBuilder<number> | undefined {
  const people = conditions.find((condition) => condition.people)
  const others = conditions.filter((condition) => condition !== people)
  if (!people || others.some(({ facet }) => facet?.name !== 'deleted')) return undefined
  const deleted = others.map(
    ({ facet }) => sql`and deleted = any(${(facet?.values ?? []) as boolean[]}::boolean[])`,
  )
  return sql`(
    select coalesce(sum(n), 0)::bigint from current_person_counters
    where ${countersOf(table)} and user_id = any(${people.people}::uuid[]) ${sql.join(deleted, sql` `)}
  )`
}

/**
 * New rows by UTC day, from daily counters if these know the conditions.
 * @returns a query of `day` (from 0), `n` (rows not imported) and `imported`
 */
export function newByDay(
  table: ListedTable,
  conditions: readonly Condition[],
  since: string,
): RawBuilder<{ day: number; n: number; imported: number }> {
  const others = conditions.filter((condition) => !leavesOutDeleted(condition))
  const hasDays = countedTables.some((each) => each === table)
  // Beside deletion, daily counters have one facet, the type of people (see their migration).
  const isKept =
    others.length < conditions.length &&
    others.every(({ facet }) => table === 'users' && facet?.name === 'type')
  const first = sql`${since}::date`
  const numbers = (n: RawBuilder<number>, imported: RawBuilder<boolean>) => sql`
    coalesce(${n} filter (where not ${imported}), 0)::bigint as n,
    coalesce(${n} filter (where ${imported}), 0)::bigint as imported`
  if (hasDays && isKept)
    return sql`
      select day - ${first} as day, ${numbers(sql`sum(n)`, sql`(facets ->> 'imported')::boolean`)}
      from current_daily_counters
      ${whereCounter(table, others)} and day >= ${first} group by 1`
  // Tables without daily counters have no imports.
  const imported = hasDays ? sql<boolean>`t.imported` : sql<boolean>`false`
  return sql`
    select (t.created_at at time zone 'UTC')::date - ${first} as day, ${numbers(sql`count(*)`, imported)}
    from ${sql.table(table)} as t
    ${where([...conditions, { sql: sql`t.created_at >= ${first} at time zone 'UTC'` }])} group by 1`
}

const leavesOutDeleted = ({ facet }: Condition): boolean =>
  facet?.name === 'deleted' && facet.values.length === 1 && facet.values[0] === false
