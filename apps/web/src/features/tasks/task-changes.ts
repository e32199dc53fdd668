import type { Task } from '@steward/contract/tasks/tasks'
import { type DeepPartial, referenceOf, textOf } from '../../api/read.ts'
import { statusWord } from '../../ui/record/status-badge.tsx'
import type { Assignee } from './task-form.ts'
import type { TaskChange } from './use-change-task.ts'

/** A task gets another status. */
export function statusChange(task: DeepPartial<Task>, status: Task['status']): TaskChange {
  const words = status === 'done' ? 'Marked as done' : `Moved to ${statusWord(status)}`
  return {
    sent: { status },
    shown: { status },
    back: { status: task.status ?? 'todo' },
    words,
  }
}

/** A task is given to somebody, or to nobody; what shows oneself comes with the answer. */
export function assignment(task: DeepPartial<Task>, person: Assignee | null): TaskChange {
  const before = referenceOf(task.assignee)?.id ?? null
  const isMe = person?.id === 'me'
  return {
    sent: { assignee: person?.id ?? null },
    ...(!isMe && {
      shown: { assignee: person && { _id: person.id, name: person.name, image: null } },
    }),
    back: { assignee: before },
    words: person ? `Assigned to ${isMe ? 'you' : (textOf(person.name) ?? 'them')}` : 'Unassigned',
  }
}
