import type { Task } from '@steward/contract/tasks/tasks'
import type { QueryClient } from '@tanstack/react-query'
import type { Listing } from '../../api/listing.ts'
import type { DeepPartial } from '../../api/read.ts'
import { putOnTop, type Rollback, reloadLists, replaceRecord } from '../../api/record-cache.ts'

/** Tasks that a column of the board holds; no other list asks for so many of one status. */
export const perColumn = '50'

/** Puts a task as the server answered it wherever it is shown. */
export function keepTask(client: QueryClient, id: string, task: DeepPartial<Task>): void {
  replaceRecord<Task>(client, 'tasks', id, task)
  void reloadLists(client, 'tasks')
}

/**
 * Puts a new task on top of the list as it stands; the next load puts it where its order says.
 * @param task null where the server told nothing of it: then the list is loaded anew
 */
export function putNewTask(client: QueryClient, id: string, task: DeepPartial<Task> | null): void {
  if (task === null) return void reloadLists(client, 'tasks')
  putOnTop<Task>(client, 'tasks', 'tasks.list', id, task)
  moveOnBoard(client, id, task)
  void reloadLists(client, 'tasks')
}

/** The status of a column of the board; null for any other list. */
const columnStatus = (query: unknown): string | null => {
  const { status, limit, page } = (query ?? {}) as Record<string, unknown>
  return typeof status === 'string' && limit === perColumn && page === '1' ? status : null
}

/**
 * Shows a change of a task at once: in every list in place, and on the board in the column of its status,
 * whose counts follow.
 * @returns takes it back
 */
export function showTask(
  client: QueryClient,
  id: string,
  task: DeepPartial<Task>,
  change: DeepPartial<Task>,
): Rollback {
  const putBack = replaceRecord<Task>(client, 'tasks', id, change)
  if (change.status === undefined || change.status === task.status) return putBack
  moveOnBoard(client, id, { ...task, ...change })
  return () => {
    putBack()
    moveOnBoard(client, id, task)
  }
}

/** Puts a task into the column of its status, on top, and takes it out of the others. */
function moveOnBoard(client: QueryClient, id: string, task: DeepPartial<Task>): void {
  for (const [key, listing] of client.getQueriesData<Listing<Task>>({ queryKey: ['tasks.list'] })) {
    const status = columnStatus(key[1])
    if (!listing?.rows || status === null) continue
    const others = listing.rows.filter((row) => row.id !== id)
    const wasHere = others.length < listing.rows.length
    const isHere = status === task.status
    if (!wasHere && !isHere) continue
    const { pagination } = listing
    const total = (pagination?.total ?? others.length) + Number(isHere) - Number(wasHere)
    client.setQueryData<Listing<Task>>(
      key,
      {
        ...listing,
        rows:
          isHere && !wasHere ? [{ id, record: task }, ...others] : isHere ? listing.rows : others,
        pagination: pagination && { ...pagination, total },
      },
      { updatedAt: client.getQueryState(key)?.dataUpdatedAt ?? Date.now() },
    )
  }
}
