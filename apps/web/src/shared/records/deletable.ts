import { type AreaName, areas } from '@steward/contract/areas/areas'
import { routes } from '@steward/contract/calls/routes'
import type { Permission } from '@steward/contract/permissions/permissions'
import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { call } from '../../api/client.ts'
import { toFailure } from '../../api/failure.ts'
import { useIsOffered } from '../../api/missing-calls.ts'
import type { DeepPartial } from '../../api/read.ts'
import { type Rollback, reloadLists } from '../../api/record-cache.ts'
import { type Can, useCan } from '../../ui/permissions/permitted.tsx'

/** What can be done about the deletion of a record; a purge deletes for good what is deleted. */
export type Deletion = 'delete' | 'restore' | 'purge'

type Answer = { message: string }

/** An area whose records can be deleted one by one, brought back, and deleted for good. */
export interface Deletable<T> {
  area: AreaName
  /** A record in a few words. */
  name: (record: DeepPartial<T>) => string
  /** Whether the person may; unless given, what the call needs decides. */
  may?: (can: Can, action: Deletion, record: DeepPartial<T>) => boolean
  /** How they come back, where it is not just as they were. */
  returning?: string
  /** Brings one back, where that takes more than its id. */
  restore?: (id: string, client: QueryClient) => Promise<Answer>
  /** What a deletion shows at once; unless given, the record leaves every list of what isn't deleted. */
  hide?: (client: QueryClient, id: string) => Rollback
  /** What a restore shows at once; unless given, the record leaves every list of what is deleted. */
  show?: (client: QueryClient, id: string) => Rollback
  /** Called after any of them, for what is shown of the records beside the lists. */
  changed?: (client: QueryClient, id: string) => void
}

/** What one record of an area is called, in lower case. */
export const oneOf = <T>(of: Deletable<T>): string => areas[of.area].one

/** Makes the call; the lists follow, also where the record turns out to be gone. */
export function useSendDeletion<T>(
  of: Deletable<T>,
): (action: Deletion, id: string) => Promise<Answer> {
  const client = useQueryClient()
  return async (action, id) => {
    try {
      if (action === 'restore' && of.restore) return await of.restore(id, client)
      return await call(`${of.area}.${action}` as 'posts.delete', { params: { id } })
    } catch (thrown) {
      // Somebody else has just done the same: it is the lists that are out of date.
      if (toFailure(thrown).status === 404) setTimeout(() => reloadDeletable(client, of, id))
      throw thrown
    }
  }
}

/** Has everything loaded anew that shows the records of an area. */
export function reloadDeletable<T>(client: QueryClient, of: Deletable<T>, id: string): void {
  void reloadLists(client, of.area)
  of.changed?.(client, id)
}

/** Tells what the person may do about the deletion of a record, and the server can. */
export function useMayDelete<T>(
  of: Deletable<T>,
): (action: Deletion, record: DeepPartial<T>) => boolean {
  const can = useCan()
  const offered = {
    delete: useIsOffered(`${of.area}.delete`),
    restore: useIsOffered(`${of.area}.restore`),
    purge: useIsOffered(`${of.area}.purge`),
  }
  const may = of.may ?? ((_can, action) => needsOf(of.area, action).some(can))
  return (action, record) => offered[action] && may(can, action, record)
}

const needsOf = (area: AreaName, action: Deletion): readonly Permission[] =>
  routes[`${area}.${action}`].needs
