import { type AreaName, areas } from '@steward/contract/areas/areas'
import { routes } from '@steward/contract/calls/routes'
import { t } from '@steward/i18n/reader'
import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { isDeleted } from '../../api/answers/read.ts'
import { call } from '../../api/client.ts'
import { toFailure } from '../../api/failure.ts'
import { useHasCall } from '../../api/missing-calls.ts'
import { putOnTop, type Rollback, reloadLists, replaceRecord } from '../../api/record-cache.ts'
import { requestBody } from '../../api/request-body.ts'
import { type Can, useCanOn } from '../../ui/permissions/permitted.tsx'
import { useMayCallOn } from '../permissions/may-call.ts'
import { makingWord } from './making-words.ts'

/** What can be done about the deletion of a record; a purge deletes for good what is deleted. */
type Deletion = 'delete' | 'restore' | 'purge'

type Answer = { message: string }

/** An area whose records are made, changed, deleted and brought back one by one. */
export interface RecordArea<T> {
  area: AreaName
  /** Returns what a record is called, in a few words. */
  name: (record: T) => string
  /** The word for a new record; by default the area's word for one. */
  newOne?: string
  /** Whether a record is changed in a form beside its list. */
  hasForm?: true
  /** Whether its calls take the fields as `data` (bills, section 7). */
  isInData?: true
  /** Whether the person may delete; unless given, what the call needs decides. */
  may?: (can: Can, action: Deletion, record: T) => boolean
  /** What is said about how restored records come back, if not just as they were. */
  returning?: string
  /** Restores a record, where that takes more than its id. */
  restore?: (id: string, client: QueryClient) => Promise<Answer>
  /** Shows changed fields elsewhere than in place; returns a function that takes that back. */
  showChange?: (
    client: QueryClient,
    id: string,
    change: Partial<T>,
    record: T,
  ) => Rollback | undefined
  /** Shows a new record where records are shown beside the lists. */
  showNew?: (client: QueryClient, id: string, record: T) => void
  /** Called after any of them, to load anew what is shown of the records beside the lists. */
  changed?: (client: QueryClient, id: string) => void
}

/** The word for a record. */
export const oneOf = <T>(of: RecordArea<T>): string => t(areas[of.area].one)

/** What makes a new record, as a title: `New bill`. */
export const newTitle = <T>(of: RecordArea<T>): string =>
  makingWord('new', of.newOne ?? areas[of.area].one)

/** Makes the call; the lists follow, also where the record turns out to be gone. */
export function useSendDeletion<T>(
  of: RecordArea<T>,
): (action: Deletion, id: string) => Promise<Answer> {
  const client = useQueryClient()
  return async (action, id) => {
    try {
      if (action === 'restore' && of.restore) return await of.restore(id, client)
      return await call(`${of.area}.${action}` as 'posts.delete', { params: { id } })
    } catch (thrown) {
      // Another person has just done the same, so the lists are out of date.
      if (toFailure(thrown).status === 404) setTimeout(() => reloadArea(client, of, id))
      throw thrown
    }
  }
}

/** Sends fields by the area's own calls, which are all made alike; `id` is null for a new record. */
export function sendFields<T>(of: RecordArea<T>, id: string | null, fields: object) {
  const body = requestBody(of.isInData ? { data: fields } : fields) as never
  if (id === null) return call(`${of.area}.create` as 'tasks.create', { body })
  // Without a form the status is all that can be changed.
  const name = `${of.area}.${of.hasForm ? 'update' : 'status'}`
  return call(name as 'tasks.update', { params: { id }, body })
}

/** Has everything loaded anew that shows the records of an area. */
export function reloadArea<T>(client: QueryClient, of: RecordArea<T>, id: string): void {
  void reloadLists(client, of.area)
  of.changed?.(client, id)
}

/** Puts a record from an answer into all caches; if it is null, it is loaded again. */
export function cacheRecord<T>(
  client: QueryClient,
  of: RecordArea<T>,
  id: string,
  record: T | null,
): void {
  if (record) replaceRecord<T>(client, of.area, id, record)
  reloadArea(client, of, id)
}

/** Puts a new record on top of the list until the next load sorts it; null reloads the list. */
export function addRecord<T>(
  client: QueryClient,
  of: RecordArea<T>,
  id: string,
  record: T | null,
): void {
  if (record) {
    putOnTop<T>(client, of.area, `${of.area}.list`, id, record)
    of.showNew?.(client, id, record)
  } else void reloadLists(client, of.area)
  of.changed?.(client, id)
}

/** Returns whether the person may delete, restore or purge, and the server has the call. */
export function useMayDelete<T>(of: RecordArea<T>): (action: Deletion, record: T) => boolean {
  const canOn = useCanOn()
  const offered = {
    delete: useHasCall(`${of.area}.delete`),
    restore: useHasCall(`${of.area}.restore`),
    purge: useHasCall(`${of.area}.purge`),
  }
  const may =
    of.may ??
    ((can: Can, action: Deletion) =>
      routes[`${of.area}.${action}` as 'posts.delete'].needs.some(can))
  return (action, record) => offered[action] && may(canOn(idOf(record)), action, record)
}

/** Returns whether the person may change a record in its present state, and the server can. */
export function useMayChange<T>(of: RecordArea<T>): (record: T) => boolean {
  const may = useMayCallOn(`${of.area}.${of.hasForm ? 'update' : 'list'}` as 'tasks.update')
  return (record) => of.hasForm === true && may(idOf(record)) && !isDeleted(record)
}

const idOf = (record: unknown): string | undefined => (record as { _id?: string })._id
