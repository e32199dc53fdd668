import { type AreaName, areas as contract } from '@steward/contract/areas/areas'
import { limitsOf, type RowCondition } from '@steward/contract/permissions/conditions'
import { whereSchema } from '@steward/contract/permissions/conditions.endpoints'
import type { Permission } from '@steward/contract/permissions/permissions'
import { type UserType, userSubmodule, userTypes } from '@steward/contract/users/users'
import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { Db } from '../../db/connection/connection.ts'
import { queryColumn } from '../../db/connection/query.ts'
import { type Condition, where } from '../../db/filters/conditions.ts'
import type { RecordState } from '../../db/list/state.ts'
import type { RecordTable } from '../../db/schema/tables.ts'
import { withMe } from '../../http/me.ts'
import type { Staff } from '../../http/session.ts'
import type { AreaModule } from './area.ts'
import type { NeededOf, Row } from './needed.ts'

type Filtered = Pick<AreaModule, 'name' | 'filters'>
/** Whose limits these are; the id stands for `me` and may be an expression. */
type Holder = Pick<Staff, 'permissions' | 'fieldRules'> & {
  user: { id: string | RawBuilder<string> }
}

/** The rows that a permission is for by one role. */
export interface RowsOfRole {
  /** What its conditions pick: a record must be among it before a change and, where it is edited or made, after it. */
  picked: readonly Condition[]
  /** What it shows, where another role shows others: a record must be among it before a change. */
  shown: readonly Condition[]
}

/** The rows of some limits by the role that they are of; undefined where there are no limits. */
export function rowsOfRoles(
  area: Filtered,
  limits: readonly RowCondition[] | undefined,
  holder: Holder,
  state: RecordState,
): RowsOfRole[] | undefined {
  if (!limits) return undefined
  return [...Map.groupBy(limits, ({ role }) => role).values()].map((own) => ({
    picked: inOne(
      own.map(({ where }) => {
        const asked = whereSchema(area.name).parse(where)
        return area.filters(withMe(asked, holder), { ...holder, scope: null }, state)
      }),
    ),
    shown: shownBy(area, own[0]?.within ?? [], holder, state),
  }))
}

/** The rows that meet any one of some limits; undefined where there are none. */
export function rowsOf(
  area: Filtered,
  limits: readonly RowCondition[] | undefined,
  holder: Holder,
  state: RecordState,
): readonly Condition[] | undefined {
  const roles = rowsOfRoles(area, limits, holder, state)
  return roles && inOne(roles.map(({ picked, shown }) => [...picked, ...shown]))
}

/** The rows that the conditions of lists in `within` show. */
function shownBy(
  area: Filtered,
  within: readonly RowCondition[],
  holder: Holder,
  state: RecordState,
): readonly Condition[] {
  const allowed = (permission: Permission) =>
    rowsOf(area, limitsOf({ conditions: within }, permission), holder, state)
  return area.name === 'users' ? seenPeople(allowed) : (allowed(listing(area.name)) ?? [])
}

/** The conditions of rows that meet all of any one of these. */
function inOne(each: readonly (readonly Condition[])[]): readonly Condition[] {
  const [only] = each
  return only && each.length === 1 ? only : [{ sql: anyOf(each) }]
}

const allOf = (conditions: readonly Condition[]): RawBuilder<SqlBool> =>
  conditions.length === 0
    ? sql`true`
    : sql`(${sql.join(
        conditions.map((condition) => condition.sql),
        sql` and `,
      )})`

const anyOf = (each: readonly (readonly Condition[])[]): RawBuilder<SqlBool> =>
  sql`(${sql.join(each.map(allOf), sql` or `)})`

/** The permission to list the records of an area; of people see {@link seenPeople}. */
export const listing = (area: AreaName): Permission =>
  ({ module: contract[area].module, submodule: contract[area].title, action: 'list' }) as Permission

const listingPeople = (type: UserType): Permission => ({
  module: 'Users',
  submodule: userSubmodule[type],
  action: 'list',
})

/** The people who are seen: those of each type by its own conditions. */
export function seenPeople(
  allowed: (permission: Permission) => readonly Condition[] | undefined,
): Condition[] {
  return userTypes.flatMap((type) => {
    const conditions = allowed(listingPeople(type))
    if (!conditions) return []
    return [{ sql: sql<SqlBool>`(t.type <> ${type} or ${allOf(conditions)})` }]
  })
}

/** Those of some rows, as they stand in JSON, that meet conditions. */
export async function meeting(
  tx: Db,
  table: RecordTable,
  rows: readonly Row[],
  conditions: readonly Condition[],
): Promise<Set<Row>> {
  if (rows.length === 0 || conditions.length === 0) return new Set(rows)
  const found = await queryColumn(tx)<number>`
    select (t.steward_place - 1)::int from (
      select (jsonb_populate_record(null::${sql.table(table)}, each.row)).*, each.place as steward_place
      from jsonb_array_elements(${JSON.stringify(rows)}::jsonb) with ordinality as each (row, place)
    ) as t ${where(conditions)}`
  return new Set(found.map((place) => rows[place] as Row))
}

/**
 * Of changes that need a permission, those that no role permits by itself.
 * @param roles undefined where the permission is for all rows
 * @returns also whether a role permits something with a row as it was, so that only the new one is refused
 */
export async function refusedOf(
  tx: Db,
  table: RecordTable,
  changes: readonly NeededOf[],
  roles: readonly RowsOfRole[] | undefined,
): Promise<{ refused: readonly NeededOf[]; isForFormer: (row: Row) => boolean }> {
  const formers = new Set<Row>()
  let refused = roles ? changes : []
  for (const { picked, shown } of roles ?? []) {
    const rows = (each: readonly (Row | null)[]) => each.filter((row) => row !== null)
    const former = rows(refused.map(({ before }) => before))
    const later = rows(refused.map(({ after }) => after))
    const met = await meeting(tx, table, [...former, ...later], picked)
    const seen = await meeting(tx, table, former, shown)
    const isFor = (row: Row) => met.has(row) && seen.has(row)
    for (const row of former) if (isFor(row)) formers.add(row)
    refused = refused.filter(
      ({ before, after }) => !((!before || isFor(before)) && (!after || met.has(after))),
    )
  }
  return { refused, isForFormer: (row) => formers.has(row) }
}
