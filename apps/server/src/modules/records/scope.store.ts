import { lentArea } from '@steward/contract/loans/lendable'
import { limitsOf } from '@steward/contract/permissions/conditions'
import { type Permission, permissionName } from '@steward/contract/permissions/permissions'
import { sql } from 'kysely'
import type { Db } from '../../db/connection/connection.ts'
import { queryColumn } from '../../db/connection/query.ts'
import { where, withIds } from '../../db/filters/conditions.ts'
import { current } from '../../db/list/source.ts'
import type { RecordState } from '../../db/list/state.ts'
import type { RecordTable } from '../../db/schema/tables.ts'
import { auditAreaOf, type Change, titleOf } from '../../db/write/audit-lines.ts'
import type { Loan } from '../../db/write/loan.ts'
import type { Scope } from '../../db/write/scope.ts'
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
import {
  listing,
  meeting,
  refusedOf,
  rowsOf,
  rowsOfRoles,
  seenPeople,
} from './limited-rows.store.ts'
import { type NeededOf, needed, type Row } from './needed.ts'
import { type AskableRecord, notAmongRows } from './not-among.ts'

type Holder = Parameters<MakeScope>[0]

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
  const rowsByRole = memoizeByName((permission: Permission, area: AreaModule) =>
    rowsOfRoles(area, limitsOf(holder, permission), holder, current),
  )
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
    permitted: (table, state, permission) => {
      const area = byTable.get(table)
      return (area && allowed(permission, area, state)) ?? []
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
      return rows.filter((row) => kept.has(row as Row) || own(row as Row))
    },
    permittedOf: async (tx, table, ids, permission) => {
      const conditions = [
        withIds(ids),
        ...scope.seen(table, current),
        ...scope.permitted(table, current, permission),
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
    const asked: NeededOf[] = []
    for (const change of changes) {
      if (isOwnAccount(change, holder)) continue
      requireFields(area.name, change, holder)
      asked.push(...needed(area.name, change, isImport))
    }
    const table = area.listing.table as RecordTable
    const byPermission = Map.groupBy(asked, ({ permission }) => permissionName(permission))
    for (const some of byPermission.values()) {
      const [{ permission }] = some as [NeededOf]
      const { refused, isForFormer } = await refusedOf(
        tx,
        table,
        some,
        rowsByRole(permission, area),
      )
      const left: NeededOf[] = []
      for (const each of refused) {
        const id = String((each.before ?? each.after)?.['id'])
        const loan = loanOf(holder, permission, id)
        if (loan) lent.set(id, loan)
        else left.push(each)
      }
      if (left.length === 0) continue
      const former = left.flatMap(({ before }) => (before && !isForFormer(before) ? [before] : []))
      // For a new state alone, nothing can be asked.
      const asking = former.length === left.length ? former : []
      throw notAmongRows(area.name, permission, await askableOf(tx, area, permission, asking))
    }
  }
  /** These records, as those for which the person can ask for a permission; none where one isn't seen. */
  const askableOf = async (
    tx: Db,
    area: AreaModule,
    permission: Permission,
    rows: readonly Row[],
  ): Promise<AskableRecord[]> => {
    const table = area.listing.table as RecordTable
    if (!lentArea(permission)) return []
    const seen = await meeting(tx, table, rows, scope.seen(table, current))
    if (seen.size < rows.length) return []
    return rows.map((row) => ({
      _id: String(row['id']),
      title: titleOf(auditAreaOf(table), row),
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

/** Whoever may do something in Steward may see and change their own account, by their profile. */
const isOwnAccount = ({ table, before }: Change, { user }: Holder): boolean =>
  table === 'users' && (before as Row | null)?.['id'] === user.id
