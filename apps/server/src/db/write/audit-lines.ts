import { kebabOf, listOf } from '@steward/contract/areas/area-lists'
import { type AreaName, areaNames, type ListName } from '@steward/contract/areas/areas'
import type { Field, Fields } from '@steward/contract/areas/field'
import { areaFields, titleField } from '@steward/contract/areas/listings'
import type { AuditAction, AuditArea } from '@steward/contract/audit-log/audit-log.routes'
import { conditionFilters, hasConditions } from '@steward/contract/permissions/conditions'
import { type UserType, userSubmodule, userTypes } from '@steward/contract/users/users'
import { columnOf } from '../schema/columns.ts'
import { type RecordTable, tableOf } from '../schema/tables.ts'
import type { Loan } from './loan.ts'

/** A change of one record; `before` is null for a new record, `after` for a purged one. */
export interface Change {
  table: RecordTable
  before: object | null
  after: object | null
  /** The id of the entry that the change undoes. */
  undoes?: number | undefined
  /** The loan without which it isn't permitted. */
  loan?: Loan | undefined
  /** The places of a category among its siblings; its entry has them instead of the sort key. */
  places?: { before: number | undefined; after: number | undefined } | undefined
  /** Former columns of other records, by id, that have no entry of their own. */
  movedSiblings?: Readonly<Record<string, object>> | undefined
}

/** Many new rows in one entry; of people, only one type. */
export interface BatchEntry {
  table: RecordTable
  personTypes: UserType[] | null
  ids: readonly string[]
  /** The rows as a JSON array. */
  rows: string
}

/** An event other than a change of a record; must never hold a secret. */
export interface AuditEvent {
  action: AuditAction
  area: AuditArea
  /** The record; its id is null for an event of no record, or of many. */
  record?: { id: string | null; title: string }
  /** A few words of detail. */
  detail?: string | null
  before?: object | null
  after?: object | null
  /** What nobody is shown, beside it. */
  internal?: object
  /** For events about people: a person who may not list all of these types doesn't see the entry. */
  personTypes?: readonly UserType[] | null
}

const auditNameOf = (area: AreaName) => kebabOf(area) as AuditArea

const titles = new Map(areaNames.map((area) => [auditNameOf(area), titleField(area)]))

const areasOfTables = new Map(areaNames.map((area) => [tableOf(area), auditNameOf(area)]))

export const auditAreaOf = (table: RecordTable): AuditArea => areasOfTables.get(table) as AuditArea

/** The types of the users in the rows; null for other tables. */
export function personTypesOf(table: RecordTable, rows: readonly (object | null)[]) {
  if (table !== 'users') return null
  const types = rows.flatMap((row) => (row ? [(row as { type: UserType }).type] : []))
  return [...new Set(types)].sort()
}

/** The types of users in a list; null for other lists. */
export function personTypesIn(list: ListName): UserType[] | null {
  const submodules = listOf(list).needs.map(({ submodule }) => submodule as string)
  const types = userTypes.filter((type) => submodules.includes(userSubmodule[type]))
  return types.length > 0 ? types : null
}

/** Columns that are generated, or are no field of the record. */
const internalColumns = new Set([
  'search',
  'tree_key',
  'priority_rank',
  'version',
  'updated_at',
  'last_active_at',
  'imported',
])

/** The line of a change in the audit log; empty if no field changed. */
export function lineOf(
  { table, before, after, undoes, movedSiblings, places }: Change,
  reason: string | null = null,
): Line[] {
  const action = actionOf(table, before, after)
  if (!action) return []
  const record = (after ?? before) as Record<string, unknown>
  const whole = before === null || after === null || action === 'delete'
  const columns = whole ? undefined : changedColumnsOf(before, after)
  // The same position under another parent is another place.
  if (columns?.includes('parent_id') && !columns.includes('position')) columns.push('position')
  const rewound = Object.entries(before ?? {}).filter(([column]) => rewoundColumns.includes(column))
  const isPlaced = places && columns?.includes('position') !== false
  const internal = {
    ...Object.fromEntries(rewound),
    ...(isPlaced && { position: ((before ?? after) as { position: number }).position }),
    // Sealed entries hold it under this name.
    ...(movedSiblings && { beside: movedSiblings }),
  }
  const area = auditAreaOf(table)
  const event: AuditEvent = {
    action: undoes === undefined ? action : 'undo',
    area,
    record: { id: String(record['id']), title: titleOf(area, record) },
    detail: reason,
    before: before && fieldsOf(before, columns, places?.before),
    after: action === 'delete' ? null : after && fieldsOf(after, columns, places?.after),
    personTypes: personTypesOf(table, [before, after]),
  }
  const hasInternal = Object.keys(internal).length > 0
  const state = columns && stateOf(area, record, columns)
  return [lineOfEvent(event, { undoes, state, ...(hasInternal && { internal }) })]
}

/** Columns that conditions read beside those of their fields. */
const besideConditions: Partial<Record<AreaName, readonly string[]>> = {
  users: ['type'],
  events: ['cancelled'],
  posts: ['report_count', 'reports_handled'],
}

/** The columns that conditions on the permissions of an area may be about. */
const conditionColumns = new Map(
  areaNames
    .filter(hasConditions)
    .map((area) => [
      auditNameOf(area),
      [
        ...Object.keys(conditionFilters(area).filters).map((name) =>
          columnOf(name, (areaFields[area] as Fields)[name] as Field),
        ),
        ...(besideConditions[area] ?? []),
      ],
    ]),
)

/** What a change left as it was, of the columns that conditions may be about; undefined without any. */
function stateOf(
  area: AuditArea,
  record: Readonly<Record<string, unknown>>,
  changed: readonly string[],
): object | undefined {
  const columns = conditionColumns
    .get(area)
    ?.filter((column) => column in record && !changed.includes(column))
  return columns && Object.fromEntries(columns.map((column) => [column, record[column]]))
}

/** Internal columns that an entry keeps all the same, so that records can be rewound. */
const rewoundColumns = ['version', 'updated_at', 'last_active_at']

/** The columns of an entry that say what happened. */
export const lineOfEvent = (
  event: AuditEvent,
  {
    undoes,
    internal = event.internal,
    state,
  }: {
    undoes?: number | undefined
    internal?: object | undefined
    state?: object | undefined
  } = {},
) => ({
  action: event.action,
  area: event.area,
  person_types: event.personTypes ?? null,
  record_id: event.record?.id ?? null,
  title: event.record ? clipped(event.record.title) : null,
  before: event.before ?? null,
  after: event.after ?? null,
  state: state ?? null,
  detail: event.detail ?? null,
  undoes: undoes ?? null,
  internal: internal ?? null,
})

export type Line = ReturnType<typeof lineOfEvent>

/** Columns that change together with a status. */
const besideStatus = new Set([
  'status',
  'shopping_feed_status',
  'paid_at',
  'issued_at',
  'closes_at',
  'email_confirmed',
])

/** The action that a change is; undefined if no field changed. */
function actionOf(
  table: RecordTable,
  before: object | null,
  after: object | null,
): AuditAction | undefined {
  const what = rowChangeOf({ table, before, after })
  if (typeof what === 'string') return what
  const changed = what.columns
  if (changed.length === 0) return undefined
  if (changed.every((column) => column === 'image')) return 'image'
  if (changed.includes('reports_handled')) return 'keep'
  return isStatusChange(changed) ? 'status' : 'update'
}

/** Whether changed columns are a new state and what follows from it. */
export const isStatusChange = (changed: readonly string[]): boolean =>
  changed.some((column) => column.endsWith('status')) &&
  changed.every((column) => besideStatus.has(column))

/** What a change does to its record. */
export function rowChangeOf({
  table,
  before,
  after,
}: Change): 'create' | 'purge' | 'delete' | 'restore' | { columns: string[] } {
  if (!before) return 'create'
  if (!after) return 'purge'
  const is = isDeleted(table, after)
  if (is !== isDeleted(table, before)) return is ? 'delete' : 'restore'
  return { columns: changedColumnsOf(before, after) }
}

function isDeleted(table: RecordTable, row: object): boolean {
  const { status, deleted_at } = row as { status?: string; deleted_at?: string | null }
  return table === 'roles' ? status === 'deleted' : (deleted_at ?? null) !== null
}

export function changedColumnsOf(before: object, after: object): string[] {
  const now = after as Record<string, unknown>
  return Object.entries(before).flatMap(([column, value]) =>
    internalColumns.has(column) || JSON.stringify(value) === JSON.stringify(now[column])
      ? []
      : [column],
  )
}

function fieldsOf(row: object, columns?: readonly string[], place?: number): object {
  const placed = place === undefined ? row : { ...row, position: place }
  const entries = Object.entries(placed).filter(([column]) => !internalColumns.has(column))
  return Object.fromEntries(
    columns ? entries.filter(([column]) => columns.includes(column)) : entries,
  )
}

/** Cuts a title to 200 UTF-16 units, without half of a surrogate pair, which JSON can't hold. */
const clipped = (title: string): string => title.slice(0, 200).replace(/[\uD800-\uDBFF]$/, '')

/** The title of a record, at most 200 characters. */
export const titleOf = (area: AuditArea, row: Record<string, unknown>): string =>
  clipped(String(row[titles.get(area) ?? ''] ?? ''))
