import type { Deletion } from '@steward/contract/lists/listing'
import { type Condition, notDeleted, onlyDeleted } from '../../db/filters/conditions.ts'

export interface DeletedColumns {
  deleted_at: string | null
  deleted_by: string | null
  deleted_by_name: string | null
}

export const inTrash = (deletion: Deletion | undefined): Condition[] =>
  deletion === 'all' ? [] : [deletion === 'only' ? onlyDeleted : notDeleted]

export function deletedFields({ deleted_at, deleted_by, deleted_by_name }: DeletedColumns): {
  deletedAt?: string
  deletedBy?: { _id: string; name: string } | null
} {
  if (deleted_at === null) return {}
  const deletedBy = deleted_by && { _id: deleted_by, name: deleted_by_name ?? '' }
  return { deletedAt: deleted_at, deletedBy: deletedBy || null }
}
