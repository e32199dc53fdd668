import { isDeleted, referenceOf } from '../../api/read.ts'
import { fieldOf } from '../../ui/list/client-side/list-matching.ts'

/**
 * Who deleted a record, by name.
 * @returns `Steward` where no person did; null where it isn't deleted, or nobody says who did
 */
export function deleterName(record: unknown): string | null {
  const by = fieldOf(record, 'deletedBy')
  if (by === undefined || !isDeleted(record)) return null
  if (by === null) return 'Steward'
  return referenceOf(by)?.name ?? 'Deleted user'
}
