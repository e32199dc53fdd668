import type { SavedView } from '@steward/contract/lists/saved-views'
import { viewSearchOf } from '@steward/contract/lists/view-search'
import type { Asker, ViewRow } from './saved-views.store.ts'

export const savedViewView = (row: ViewRow, { user, role }: Asker): SavedView => ({
  _id: row.id,
  createdAt: row.created_at,
  updatedAt: row.updated_at,
  name: row.name,
  list: row.list,
  search: viewSearchOf(row.search),
  scope: row.scope,
  role: row.role_id === null ? null : { _id: row.role_id, name: row.role_name ?? '' },
  isDefault: row.is_default,
  position: row.position,
  createdBy: row.created_by === null ? null : { _id: row.created_by, name: row.creator_name ?? '' },
  isMine: row.created_by === user,
  isForMe: row.scope !== 'role' || row.role_id === role,
  version: row.version,
})
