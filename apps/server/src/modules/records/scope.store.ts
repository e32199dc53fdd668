import { type AreaName, areas as contract } from '@steward/contract/areas/areas'
import { lentArea } from '@steward/contract/loans/lendable'
import { limitsOf, type RowCondition } from '@steward/contract/permissions/conditions'
import { whereSchema } from '@steward/contract/permissions/conditions.endpoints'
import { notAmongYours } from '@steward/contract/permissions/not-among-yours'
import { type Permission, permissionName } from '@steward/contract/permissions/permissions'
import { type UserType, userSubmodule, userTypes } from '@steward/contract/users/users'
import { nested, say } from '@steward/i18n/sentence'
import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { Db } from '../../db/connection/connection.ts'
import { queryColumn } from '../../db/connection/query.ts'
import { type Condition, where, withIds } from '../../db/filters/conditions.ts'
import { current } from '../../db/list/source.ts'
import type { RecordState } from '../../db/list/state.ts'
import type { RecordTable } from '../../db/schema/tables.ts'
import { auditAreaOf, type Change, titleOf } from '../../db/write/audit-lines.ts'
import type { Loan } from '../../db/write/loan.ts'
import type { Scope } from '../../db/write/scope.ts'
import { nameOf } from '../../http/authorize.ts'
import { Failure } from '../../http/failure.ts'
import { withMe } from '../../http/me.ts'
import type { MakeScope } from '../../http/session.ts'
import { memoize } from '../../memoize.ts'
import type { AreaModule } from './area.ts'
import {
  columnsOfFields,
  hiddenIn,
  requireFields,
  withoutFields,
  withoutHiddenSearch,
} from './field-rules.ts'
import { needed } from './needed.ts'

type Holder = Parameters<MakeScope>[0]
type Row = Readonly<Record<string, unknown>>

/** Makes the scopes of people whose rights are narrowed; null for all others. */
export const scopesOf =
  (areas: readonly AreaModule[]): MakeScope =>
  (holder) =>
    holder.conditions.length === 0 && holder.fieldRules.length === 0 ? null : scopeOf(areas, holder)

function scopeOf(areas: readonly AreaModule[], holder: Holder): Scope {
  const byTable = new Map(areas.map((area) => [area.listing.table, area]))
  const conditionsIn = memoize((state: RecordState) =>
    memoizeByName((permission: Permission, area: AreaModule) =>
      rowsOf(area, limitsOf(holder, permission), holder, state),
    ),
  )
  /** The conditions of the rows that a permission is for; undefined where it is for all. */
  const allowed = (permission: Permission, area: AreaModule, state = current) =>
    conditionsIn(state)(permission, area)
  const { conditions, fieldRules, user } = holder
  const isPersonal = JSON.stringify(conditions).includes('"me"')
  const scope: Scope = {
    key: JSON.stringify([conditions, fieldRules, isPersonal && user.id]),
    user: user.id,
    hiddenColumns: (table) => {
      const area = byTable.get(table)
      return area ? columnsOfFields(area.name, hiddenIn(area.name, holder)) : []
    },
    seen: (table, state) => {
      const area = byTable.get(table)
      if (!area) return []
      if (area.name === 'users') return seenPeople((each) => allowed(each, area, state))
      return allowed(listing(area.name), area, state) ?? []
    },
    listing: (given) => {
      const area = byTable.get(given.table)
      return area ? withoutHiddenSearch(given, area.name, holder) : given
    },
    withoutHidden: (table, row) => {
      const area = byTable.get(table)
      const names = area ? hiddenIn(area.name, holder, row as Row) : []
      return names.length > 0 && area ? withoutFields(area.name, row, names) : row
    },
    seenOf: async (tx, table, rows) => {
      const own = (row: Row) => table === 'users' && row['id'] === holder.user.id
      const kept = await meeting(tx, table, rows as readonly Row[], scope.seen(table, current))
      return rows.filter((row, n) => kept.has(n) || own(row as Row))
    },
    permittedOf: async (tx, table, ids, permission) => {
      const area = byTable.get(table)
      const conditions = [
        withIds(ids),
        ...scope.seen(table, current),
        ...((area && allowed(permission, area)) ?? []),
      ]
      return await queryColumn(tx)`select t.id from ${sql.table(table)} as t ${where(conditions)}`
    },
    requireMayChange: async (tx, changes, isImport) => {
      const lent = new Map<string, Loan>()
      for (const [table, some] of Map.groupBy(changes, (change) => change.table)) {
        const area = byTable.get(table)
        if (area) await requireRows(tx, area, some, isImport, lent)
      }
      return lent
    },
  }
  const requireRows = async (
    tx: Db,
    area: AreaModule,
    changes: readonly Change[],
    isImport: boolean,
    lent: Map<string, Loan>,
  ) => {
    const states = new Map<string, { permission: Permission; rows: Row[] }>()
    for (const change of changes) {
      if (isOwnAccount(change, holder)) continue
      requireFields(area.name, change, holder)
      for (const { permission, rows } of needed(area.name, change, isImport)) {
        const key = permissionName(permission)
        const state = states.get(key) ?? { permission, rows: [] }
        state.rows.push(...rows)
        states.set(key, state)
      }
    }
    for (const { permission, rows } of states.values()) {
      const conditions = allowed(permission, area)
      if (!conditions) continue
      const kept = await meeting(tx, area.listing.table as RecordTable, rows, conditions)
      const refused: Row[] = []
      for (const [place, row] of rows.entries()) {
        if (kept.has(place)) continue
        const id = String(row['id'])
        const loan = loanOf(holder, permission, id)
        if (loan) lent.set(id, loan)
        else refused.push(row)
      }
      if (refused.length > 0) {
        const records = await askableOf(tx, area, permission, changes, refused)
        throw notAmongRows(area.name, permission, records)
      }
    }
  }
  /**
   * The records for which the person can ask for a permission, so that refused changes become possible; none where a new
   * state is what was refused, or a record isn't seen.
   */
  const askableOf = async (
    tx: Db,
    area: AreaModule,
    permission: Permission,
    changes: readonly Change[],
    refused: readonly Row[],
  ): Promise<AskableRecord[]> => {
    const before = new Set(changes.map((change) => change.before as Row | null))
    const rows = refused.filter((row) => before.has(row))
    const ids = new Set(rows.map((row) => row['id']))
    if (!lentArea(permission) || refused.some((row) => !ids.has(row['id']))) return []
    const { table } = area.listing
    const seen = await meeting(
      tx,
      table as RecordTable,
      rows,
      scope.seen(table as RecordTable, current),
    )
    if (seen.size < rows.length) return []
    return rows.map((row) => ({
      _id: String(row['id']),
      title: titleOf(auditAreaOf(table as RecordTable), row),
    }))
  }
  return scope
}

/** The loan of a permission on a record, if there is one. */
const loanOf = ({ loans }: Pick<Holder, 'loans'>, permission: Permission, id: string) =>
  loans.find(
    (loan) =>
      permissionName(loan.permission) === permissionName(permission) && loan.ids?.includes(id),
  )

/** Keeps what was worked out of a permission. */
function memoizeByName<A, R>(work: (permission: Permission, with_: A) => R) {
  const known = new Map<string, { value: R }>()
  return (permission: Permission, with_: A): R => {
    const name = permissionName(permission)
    const found = known.get(name) ?? { value: work(permission, with_) }
    known.set(name, found)
    return found.value
  }
}

const listing = (area: AreaName): Permission =>
  ({ module: contract[area].module, submodule: contract[area].title, action: 'list' }) as Permission

/**
 * The rows that meet any one of some conditions; undefined where there are none.
 * @param holder whose conditions these are; its id stands for `me` and may be an expression
 */
export function rowsOf(
  { name, filters }: Pick<AreaModule, 'name' | 'filters'>,
  limits: readonly RowCondition[] | undefined,
  holder: Pick<Holder, 'permissions' | 'fieldRules'> & {
    user: { id: string | RawBuilder<string> }
  },
  state: RecordState,
): readonly Condition[] | undefined {
  if (!limits) return undefined
  const each = limits.map(({ where, within }) => {
    const asked = whereSchema(name).parse(where)
    const rows = filters(withMe(asked, holder), { ...holder, scope: null }, state)
    return within ? [...rows, ...shownBy({ name, filters }, within, holder, state)] : [...rows]
  })
  const [only] = each
  if (only && each.length === 1) return only
  return [{ sql: anyOf(each) }]
}

/** The rows that the conditions of lists in `within` show. */
function shownBy(
  area: Pick<AreaModule, 'name' | 'filters'>,
  within: readonly RowCondition[],
  holder: Parameters<typeof rowsOf>[2],
  state: RecordState,
): readonly Condition[] {
  const allowed = (permission: Permission) =>
    rowsOf(area, limitsOf({ conditions: within }, permission), holder, state)
  return area.name === 'users' ? seenPeople(allowed) : (allowed(listing(area.name)) ?? [])
}

const allOf = (conditions: readonly Condition[]): RawBuilder<SqlBool> =>
  sql`(${sql.join(
    conditions.map((condition) => condition.sql),
    sql` and `,
  )})`

const anyOf = (each: readonly (readonly Condition[])[]): RawBuilder<SqlBool> =>
  sql`(${sql.join(each.map(allOf), sql` or `)})`

const listingPeople = (type: UserType): Permission => ({
  module: 'Users',
  submodule: userSubmodule[type],
  action: 'list',
})

/** The people who are seen: those of each type by its own conditions. */
function seenPeople(
  allowed: (permission: Permission) => readonly Condition[] | undefined,
): Condition[] {
  return userTypes.flatMap((type) => {
    const conditions = allowed(listingPeople(type))
    if (!conditions) return []
    return [{ sql: sql<SqlBool>`(t.type <> ${type} or ${allOf(conditions)})` }]
  })
}

/** The places of those rows, as they stand in JSON, that meet conditions. */
async function meeting(
  tx: Db,
  table: RecordTable,
  rows: readonly Row[],
  conditions: readonly Condition[],
): Promise<Set<number>> {
  if (rows.length === 0 || conditions.length === 0) return new Set(rows.keys())
  const found = await queryColumn(tx)<number>`
    select (t.steward_place - 1)::int from (
      select (jsonb_populate_record(null::${sql.table(table)}, each.row)).*, each.place as steward_place
      from jsonb_array_elements(${JSON.stringify(rows)}::jsonb) with ordinality as each (row, place)
    ) as t ${where(conditions)}`
  return new Set(found)
}

/** Whoever may do something in Steward may see and change their own account, by their profile. */
const isOwnAccount = ({ table, before }: Change, { user }: Holder): boolean =>
  table === 'users' && (before as Row | null)?.['id'] === user.id

interface AskableRecord {
  _id: string
  title: string
}

const notAmongRows = (
  area: AreaName,
  permission: Permission,
  records: readonly AskableRecord[],
): Failure =>
  new Failure(
    'not_permitted',
    say(notAmongYours, {
      permission: nameOf(permission),
      records: nested(contract[area].many),
    }),
    { data: { permission, ...(records.length > 0 && { records }) } },
  )
