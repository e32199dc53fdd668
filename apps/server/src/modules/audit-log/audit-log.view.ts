import type { AuditEntry } from '@steward/contract/audit-log/audit-log'
import { fieldOf } from '../records/checks.ts'
import type { AuditRow, Columns } from './audit-log.store.ts'

interface Reference {
  field: string
  of: 'users' | 'roles' | 'categories'
  /** The column that keeps a name where no record is referred to. */
  name?: string
}

const references: Readonly<Record<string, Reference>> = {
  deleted_by: { field: 'deletedBy', of: 'users' },
  reports_handled_by: { field: 'reportsHandledBy', of: 'users' },
  author_id: { field: 'author', of: 'users' },
  assignee_id: { field: 'assignee', of: 'users' },
  seller_id: { field: 'seller', of: 'users' },
  payer_id: { field: 'payer', of: 'users', name: 'payer_name' },
  host_id: { field: 'host', of: 'users', name: 'host_name' },
  role_id: { field: 'role', of: 'roles' },
  category_id: { field: 'category', of: 'categories' },
  parent_id: { field: 'parent', of: 'categories' },
  account_id: { field: 'account', of: 'users' },
  owner_id: { field: 'owner', of: 'users' },
}

/** The reference to another record that a column holds; undefined where it holds none. */
const referenceOf = (column: string): [idColumn: string, Reference] | undefined =>
  Object.entries(references).find(([id, { name }]) => id === column || name === column)

const hidden = new Set(['id', 'status_before_deletion', 'about_id', 'about_title'])

export function referredIn(
  rows: readonly Pick<AuditRow, 'before' | 'after'>[],
): Record<Reference['of'], string[]> {
  const ids: Record<Reference['of'], string[]> = { users: [], categories: [], roles: [] }
  for (const columns of rows.flatMap(({ before, after }) => [before ?? {}, after ?? {}]))
    for (const [column, { of }] of Object.entries(references)) {
      const id = columns[column]
      if (typeof id === 'string') ids[of].push(id)
    }
  return ids
}

/** Columns as the fields of the contract, with names in place of ids. */
export function fieldsOf(
  columns: Columns | null,
  known: ReadonlyMap<string, string>,
): Record<string, unknown> | null {
  if (!columns) return null
  const fields: Record<string, unknown> = {}
  for (const [column, value] of Object.entries(columns)) {
    if (hidden.has(column)) continue
    const [idColumn = '', reference] = referenceOf(column) ?? []
    if (!reference) {
      fields[fieldOf(column)] = value
      continue
    }
    const id = columns[idColumn] ?? null
    const own = reference.name && columns[reference.name]
    const name = own ?? (typeof id === 'string' ? known.get(id) : undefined)
    fields[reference.field] =
      id === null && name === undefined ? null : { _id: id, name: name ?? '' }
  }
  return fields
}

export const contractField = (column: string): string =>
  referenceOf(column)?.[1].field ?? fieldOf(column)

/** How the contract calls parts of an entry that columns of another name hold. */
const parts: Readonly<Record<string, string>> = { actor_name: 'actor', title: 'record' }

/** Erased values by their names in the contract, such as `address` or `before.name`. */
export function erasedFields(paths: readonly string[]): string[] {
  const fields = paths.flatMap((path) => {
    const [part = '', column] = path.split(/\.(.*)/)
    if (part === 'state' || part === 'internal' || (column && hidden.has(column))) return []
    if (part === 'via' || column === undefined) return [parts[part] ?? part]
    return [`${part}.${contractField(column)}`]
  })
  return [...new Set(fields)]
}

/** An audit entry as in the contract; `known` has the names of records it refers to, by `_id`. */
export function auditEntryView(row: AuditRow, known: ReadonlyMap<string, string>): AuditEntry {
  return {
    _id: String(row.id),
    at: row.at,
    actor: row.actor_id ? { _id: row.actor_id, name: row.actor_name ?? '' } : null,
    role: row.role_id ? { _id: row.role_id, name: row.role_name ?? '' } : null,
    through: row.through,
    client: row.client,
    address: row.address,
    action: row.action,
    area: row.area,
    record:
      row.title === null && row.record_id === null
        ? null
        : { _id: row.record_id, title: row.title ?? '' },
    count: row.record_count,
    before: fieldsOf(row.before, known),
    after: fieldsOf(row.after, known),
    detail: row.detail,
    batch: row.batch,
    via: row.via,
    undoes: row.undoes === null ? null : String(row.undoes),
    undoneBy: row.undone_by === null ? null : String(row.undone_by),
    ...(row.erased && { erased: erasedFields(row.erased) }),
  }
}
