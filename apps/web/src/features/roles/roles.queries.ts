import type { SentQuery } from '../../api/listing-options.ts'
import { listingOptions } from '../../api/listing-options.ts'

/** The three role lists (specification section 7). */
export type RoleList = 'all' | 'inactive' | 'deleted'

const names = {
  all: 'roles.list',
  inactive: 'roles.listInactive',
  deleted: 'roles.listDeleted',
} as const

/** The query of a role list. */
export const roleListOptions = (list: RoleList) => (query: SentQuery) =>
  listingOptions(names[list], query, 'roles')
