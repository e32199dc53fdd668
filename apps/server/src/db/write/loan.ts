import type { AreaName } from '@steward/contract/areas/areas'
import type { Permission } from '@steward/contract/permissions/permissions'

/** A permission on loan to whoever acts, as their session has it. */
export interface Loan {
  id: string
  permission: Permission
  area: AreaName
  /** The only records that it is about; null for a permission to make some. */
  ids: readonly string[] | null
  grantedBy: { _id: string; name: string }
}
