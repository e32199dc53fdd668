import { areas } from '@steward/contract/areas'
import type { BodySent } from '@steward/contract/endpoints'
import type { Task } from '@steward/contract/tasks'
import { referenceOf, textOf } from '../../api/read.ts'
import type { Subject } from '../../shared/tasks/task-about.ts'
import type { FormFields } from '../../ui/form/form-fields.ts'
import { instantOf, localTime } from '../../ui/format/local-time.ts'
import { statusWord } from '../../ui/record/status-badge.tsx'

type TaskSent = Omit<BodySent<'tasks.update'>, 'version'>

/** Somebody whom a task can be given to; `me` stands for the person at the screen. */
export interface Assignee {
  id: string
  name: string
}

/** The values of a task's form. */
export type TaskValues = {
  title: string
  description: string
  assignee: Assignee | null
  dueAt: string
  priority: string
  status: string
  about: Subject | null
}

const sameId = (one: Assignee | null, other: Assignee | null) => one?.id === other?.id

/** The fields of a task's form; a new task is to do and of normal priority. */
export const taskForm: FormFields<TaskValues, Task, TaskSent> = {
  title: {
    label: 'Title',
    check: (title) => (title.trim() === '' ? 'Enter a title' : null),
    always: true,
  },
  description: { label: 'Description' },
  assignee: {
    label: 'Assignee',
    read: (task) => {
      const person = referenceOf(task?.assignee)
      return person?.id ? { id: person.id, name: person.name ?? 'Unnamed user' } : null
    },
    equal: sameId,
    toRequest: (person) => person?.id ?? null,
    inWords: (person) => person?.name ?? 'nobody',
  },
  dueAt: { label: 'Due', read: (task) => localTime(task?.dueAt), toRequest: instantOf },
  priority: {
    label: 'Priority',
    read: (task) => (task ? (textOf(task.priority) ?? '') : 'normal'),
    toRequest: (priority) => priority as Task['priority'],
    inWords: (priority) => statusWord(priority),
  },
  status: {
    label: 'Status',
    read: (task) => (task ? (textOf(task.status) ?? '') : 'todo'),
    toRequest: (status) => status as Task['status'],
    inWords: (status) => statusWord(status),
  },
  about: {
    label: 'About',
    read: (task) => {
      const { area, _id, title } = task?.about ?? {}
      const id = textOf(_id)
      // What may not be known can't be sent back, and stays as it is.
      return area && id !== null ? { area, _id: id, title: textOf(title) ?? areas[area].one } : null
    },
    equal: (one, other) => one?._id === other?._id,
    toRequest: (about) => about && { area: about.area, _id: about._id },
    inWords: (about) => about?.title ?? 'nothing',
  },
}
