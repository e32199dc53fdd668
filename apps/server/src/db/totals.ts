import { type RawBuilder, sql } from 'kysely'
import { type Condition, where } from './conditions.ts'
import type { ListedTable } from './tables.ts'

/** Whether the counter knows the rows of some conditions. */
export const hasCounter = (conditions: readonly Condition[]): boolean =>
  conditions.every((condition) => condition.facet)

/** The `where` of a table's counters for conditions that it knows. */
export function whereCounter(table: string, conditions: readonly Condition[]): RawBuilder<unknown> {
  const facets = conditions.map(({ facet }) => {
    const values = (facet?.values ?? []).map(String)
    return sql`facets ->> ${facet?.name} = any(${values}::text[])`
  })
  return sql`where ${sql.join([sql`area = ${table}`, ...facets], sql` and `)}`
}

/** The exact number of rows: from the counter where every condition is a facet of it, else counted. */
export function totalOf(table: ListedTable, conditions: readonly Condition[]): RawBuilder<number> {
  const ofPeople = totalOfPeople(table, conditions)
  if (ofPeople) return ofPeople
  return hasCounter(conditions)
    ? sql`(select coalesce(sum(n), 0)::bigint from counters ${whereCounter(table, conditions)})`
    : sql`(select count(*) from ${sql.table(table)} as t ${where(conditions)})`
}

/** The number of rows of some people, where nothing but their being deleted is asked besides. */
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
    select coalesce(sum(n), 0)::bigint from person_counters
    where area = ${table} and user_id = any(${people.people}::uuid[]) ${sql.join(deleted, sql` `)}
  )`
}
