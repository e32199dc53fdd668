import type { AreaName } from '@steward/contract/areas/areas'
import type { Permission } from '@steward/contract/permissions/permissions'
import type { Db } from '../connection/connection.ts'
import type { RecordTable } from '../schema/tables.ts'

/** A change that a loan permits. */
interface LentChange {
  table: RecordTable
  before: object | null
  after: object | null
}

/** A permission on loan to whoever acts, as their session has it. */
export interface Loan {
  id: string
  permission: Permission
  area: AreaName
  /** The only records that it is about; null for a permission to make some. */
  ids: readonly string[] | null
  grantedBy: { _id: string; name: string }
  /**
   * Throws a Failure `not_permitted` for changes that who granted it may not make themselves; undefined where nothing
   * narrows their rights.
   */
  requireGranterMay?: (tx: Db, changes: readonly LentChange[]) => Promise<void>
}
