import { areas } from '@steward/contract/areas/areas'
import type { BodySent } from '@steward/contract/calls/endpoints'
import { taskFields } from '@steward/contract/tasks/tasks.fields'
import { t } from '@steward/i18n/reader'
import type { Task } from '../../api/answers/records.ts'
import type { Subject } from '../../shared/tasks/task-about.ts'
import { formOf } from '../../ui/form/form-of.ts'

type TaskSent = Omit<BodySent<'tasks.update'>, 'version'>

export interface Assignee {
  id: string
  name: string
}

type TaskValues = {
  title: string
  description: string
  assignee: Assignee | null
  dueAt: string
  priority: string
  status: string
  about: Subject | null
}

const sameId = (one: Assignee | null, other: Assignee | null) => one?.id === other?.id

export const taskForm = formOf<TaskValues, Task, TaskSent>(taskFields, {
  title: {},
  description: {},
  assignee: {
    read: (task) => {
      const person = task?.assignee
      return person?._id ? { id: person._id, name: person.name ?? t('Unnamed user') } : null
    },
    equal: sameId,
    toRequest: (person) => person?.id ?? null,
    inWords: (person) => person?.name ?? t('nobody'),
  },
  dueAt: {},
  priority: { first: 'normal' },
  status: { first: 'todo' },
  about: {
    read: (task) => {
      const { area, _id, title } = task?.about ?? {}
      const id = _id ?? null
      // An unreadable record can't be sent back, so the link to it stays unchanged.
      return area && id !== null ? { area, _id: id, title: title ?? t(areas[area].one) } : null
    },
    equal: (one, other) => one?._id === other?._id,
    toRequest: (about) => about && { area: about.area, _id: about._id },
    inWords: (about) => about?.title ?? t('nothing'),
  },
})
