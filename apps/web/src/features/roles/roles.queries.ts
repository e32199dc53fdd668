import { t } from '@steward/i18n/reader'
import { queryOptions } from '@tanstack/react-query'
import type { Role } from '../../api/answers/records.ts'
import { Failure } from '../../api/failure.ts'
import type { SentQuery } from '../../api/listing.ts'
import { listingOptions, wholeListOptions } from '../../api/listing-options.ts'

export type RoleList = 'roles' | 'inactiveRoles' | 'deletedRoles'

export const roleChoices = {
  ...wholeListOptions('roles.list', { sort: 'name' }),
  staleTime: 5_000,
}

/**
 * One role, deleted or not, looked for in the lists, since no call answers with one alone.
 * @throws Failure with status 404 where there is none
 */
export const roleOptions = (id: string, asOf?: string) =>
  queryOptions({
    queryKey: ['roles.one', { id, ...(asOf !== undefined && { asOf }) }] as const,
    queryFn: async ({ signal }) => {
      for (const name of ['roles.list', 'roles.listDeleted'] as const) {
        const found = await findIn(name, id, asOf === undefined ? {} : { asOf }, signal)
        if (found) return found
      }
      throw new Failure({ status: 404, code: 'not_found', message: t('There is no such role.') })
    },
  })

async function findIn(
  name: 'roles.list' | 'roles.listDeleted',
  id: string,
  moment: SentQuery,
  signal: AbortSignal,
): Promise<Role | null> {
  for (let page = 1; ; page += 1) {
    const query = { page: String(page), limit: '100', ...moment }
    const listing = await listingOptions(name, query).queryFn({ signal })
    const found = listing.rows.find((row) => row.id === id)
    if (found) return found.record
    if (page >= (listing.pagination?.totalPages ?? 1) || listing.rows.length === 0) return null
  }
}

/** Whether the server sends what a role permits; a missing list is not an empty one. */
export const tellsPermissions = (role: Role): boolean => Array.isArray(role.permissions)
