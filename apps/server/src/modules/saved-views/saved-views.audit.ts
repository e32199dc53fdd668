import type { AuditEvent } from '../../db/write/audit-lines.ts'
import type { ViewRow } from './saved-views.store.ts'

const told = ['name', 'list', 'search', 'scope', 'role_id', 'is_default', 'position'] as const

type Told = Pick<ViewRow, 'id' | (typeof told)[number]>

const pick = (view: Told, columns: readonly (typeof told)[number][]): object =>
  Object.fromEntries(columns.map((column) => [column, view[column]]))

/** The audit event of a view as others see it: sharing is its creation, unsharing its deletion. */
export function changeOf(was: Told | null, is: Told | null): AuditEvent[] {
  const before = was?.scope === 'me' ? null : was
  const after = is?.scope === 'me' ? null : is
  const view = after ?? before
  if (!view) return []
  const event = { area: 'saved-views', record: { id: view.id, title: view.name } } as const
  if (!before) return [{ ...event, action: 'create', after: pick(view, told) }]
  if (!after) return [{ ...event, action: 'delete', before: pick(before, told) }]
  const changed = told.filter(
    (column) => JSON.stringify(before[column]) !== JSON.stringify(after[column]),
  )
  if (changed.length === 0) return []
  return [
    { ...event, action: 'update', before: pick(before, changed), after: pick(after, changed) },
  ]
}
