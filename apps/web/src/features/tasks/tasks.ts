import { t } from '@steward/i18n/reader'
import type { QueryClient } from '@tanstack/react-query'
import type { Task } from '../../api/answers/records.ts'
import { changeRecord, type Rollback, reloadLists } from '../../api/record-cache.ts'
import type { RecordArea } from '../../shared/records/record-area.ts'
import type { Change } from '../../shared/records/use-change.ts'
import { statusWord } from '../../ui/record/status-badge.tsx'
import type { Assignee } from './task-form.ts'

/** The page size of a board column; no other list uses it for a single status. */
export const perColumn = '50'

export const tasks: RecordArea<Task> & { area: 'tasks' } = {
  area: 'tasks',
  hasForm: true,
  name: (task) => task.title ?? t('Untitled task'),
  showChange: (client, id, { status }, task) => {
    if (status === undefined || status === task.status) return undefined
    return moveOnBoard(client, id, { ...task, status })
  },
  showNew: (client, id, task) => {
    moveOnBoard(client, id, task)
    void reloadLists(client, 'tasks')
  },
}

/** The status of a query that a board column made; null for other queries. */
const columnStatus = (query: unknown): string | null => {
  const { status, limit, page } = (query ?? {}) as Record<string, unknown>
  return typeof status === 'string' && limit === perColumn && page === '1' ? status : null
}

const moveOnBoard = (client: QueryClient, id: string, task: Task): Rollback =>
  changeRecord<Task>(client, 'tasks', id, (listing, query) => {
    const status = columnStatus(query)
    if (status === null) return listing
    const others = listing.rows.filter((row) => row.id !== id)
    const wasHere = others.length < listing.rows.length
    const isHere = status === task.status
    if (wasHere === isHere) return listing
    return { ...listing, rows: isHere ? [{ id, record: task }, ...others] : others }
  })

export const statusChange = (task: Task, status: NonNullable<Task['status']>): Change<Task> => ({
  sent: { status },
  shown: { status },
  back: { status: task.status ?? 'todo' },
  words:
    status === 'done'
      ? t('Marked as done')
      : // i18n: {status} is a state of a task such as “To do”
        t('Moved to {status}', { status: statusWord(status) }),
})

/** Assigns a task to a person, or to nobody (null). */
export function assignment(task: Task, person: Assignee | null): Change<Task> {
  const isMe = person?.id === 'me'
  return {
    shown: isMe ? {} : { assignee: person && { _id: person.id, name: person.name } },
    sent: { assignee: person?.id ?? null },
    back: { assignee: task.assignee?._id ?? null },
    words: isMe
      ? t('Assigned to you')
      : person
        ? t('Assigned to {person}', { person: person.name })
        : t('Unassigned'),
  }
}
