import { permission } from '@steward/contract/permissions/permissions'
import type { Task } from '@steward/contract/tasks/tasks'
import {
  IconCheck,
  IconMessage,
  IconPencil,
  IconProgress,
  IconRotate,
  IconUser,
  IconUserCheck,
} from '@tabler/icons-react'
import { useHasCall } from '../../api/missing-calls.ts'
import { type DeepPartial, isDeleted, textOf } from '../../api/read.ts'
import { useDeletion } from '../../shared/records/deletion-actions.tsx'
import { useEdit } from '../../ui/form/use-editing.ts'
import { useCan } from '../../ui/permissions/permitted.tsx'
import {
  ActionButtons,
  ActionsMenu,
  permitted,
  type RecordAction,
} from '../../ui/record/record-actions.tsx'
import { assignment, statusChange } from './task-changes.ts'
import { focusComment, useMayComment } from './task-comments.queries.ts'
import { taskDeletion } from './task-deletion.ts'
import { askTask } from './task-question.store.ts'
import { useChangeTask } from './use-change-task.ts'

const mayUpdate = permission('Operations', 'Tasks', 'update')

/** Tells whether the person may change a task as it stands, and the server can. */
export function useMayChangeTask(): (task: DeepPartial<Task>) => boolean {
  const can = useCan()
  const has = useHasCall('tasks.update')
  return (task) => has && can(mayUpdate) && !isDeleted(task)
}

/** What the person may do with a task as it stands. */
function useTaskActions(task: DeepPartial<Task>, close?: () => void): RecordAction[] {
  const may = useMayChangeTask()
  const edit = useEdit()
  const change = useChangeTask()
  const deletion = useDeletion(taskDeletion, task, { close })
  const mayComment = useMayComment()
  const id = textOf(task._id)
  if (id === null) return []
  const isOver = task.status === 'done' || task.status === 'cancelled'
  const changes: RecordAction[] = [
    { label: 'Edit', icon: IconPencil, key: 'e', act: () => edit(id) },
    isOver
      ? {
          label: 'Reopen',
          icon: IconRotate,
          key: 'm',
          act: () => change(task, statusChange(task, 'todo')),
        }
      : {
          label: 'Mark as done',
          icon: IconCheck,
          key: 'm',
          act: () => change(task, statusChange(task, 'done')),
        },
    {
      label: 'Change status…',
      icon: IconProgress,
      key: 's',
      act: () => askTask({ asks: 'status', task }),
    },
    {
      label: 'Assign…',
      icon: IconUser,
      key: 'a',
      act: () => askTask({ asks: 'assignee', task }),
    },
    {
      label: 'Assign to me',
      icon: IconUserCheck,
      act: () => change(task, assignment(task, { id: 'me', name: 'Me' })),
    },
  ]
  return permitted([
    ...(may(task) ? changes : []),
    // Its field stands in the open record alone.
    close !== undefined &&
      mayComment(task) && { label: 'Comment', icon: IconMessage, key: 'c', act: focusComment },
    ...deletion,
  ])
}

/** The menu of a task's row or card. */
export function TaskMenu({ task }: { task: DeepPartial<Task> }) {
  return <ActionsMenu name={taskDeletion.name(task)} actions={useTaskActions(task)} />
}

/** The same in the drawer, which a deletion closes. */
export function TaskButtons(props: { task: DeepPartial<Task>; onDone: () => void }) {
  return <ActionButtons actions={useTaskActions(props.task, props.onDone)} />
}
