import { permission } from '@steward/contract/permissions/permissions'
import type { TaskComment } from '@steward/contract/tasks/task-comments'
import { infiniteQueryOptions } from '@tanstack/react-query'
import { isDeleted } from '../../api/answers/read.ts'
import type { Task } from '../../api/answers/records.ts'
import { call } from '../../api/client.ts'
import { readListing } from '../../api/listing.ts'
import { useHasCall } from '../../api/missing-calls.ts'
import { useCan } from '../../ui/permissions/permitted.tsx'

const mayComment = permission('Operations', 'Tasks', 'comment') // i18n-ignore: the names of a permission

export const commentsOptions = (id: string) =>
  infiniteQueryOptions({
    queryKey: ['tasks.comments', { id }],
    queryFn: async ({ pageParam, signal }) =>
      readListing<TaskComment>(
        await call('tasks.comments', {
          params: { id },
          query: { page: String(pageParam) },
          signal,
        }),
        { under: 'comments', page: pageParam },
      ),
    initialPageParam: 1,
    getNextPageParam: ({ pagination }) => {
      const { page = 1, totalPages = 1 } = pagination ?? {}
      return page < totalPages ? page + 1 : null
    },
  })

/** Returns whether the person may comment on a task, and the server has the call. */
export function useMayComment(): (task: Task) => boolean {
  const can = useCan()
  const has = useHasCall('tasks.comment')
  return (task) => has && can(mayComment) && !isDeleted(task)
}

/** Marks the field of a new comment, so that it can be found and focused. */
export const commentField = { 'data-comment-field': '' }

export function focusComment(): void {
  const field = document.querySelector<HTMLElement>('[data-comment-field]')
  field?.scrollIntoView({ block: 'center' })
  field?.focus()
}
