import { t } from '@steward/i18n/reader'
import {
  IconCheck,
  IconMessage,
  IconProgress,
  IconRotate,
  IconUser,
  IconUserCheck,
} from '@tabler/icons-react'
import { actionsOf } from '../../shared/records/area-actions.tsx'
import { useChange } from '../../shared/records/use-change.ts'
import { openDialog } from '../../ui/dialog/open-dialog.ts'
import { dialogPart } from '../../ui/page/lazy-part.tsx'
import { focusComment, useMayComment } from './task-comments.queries.ts'
import { assignment, statusChange, tasks } from './tasks.ts'

const StatusDialog = dialogPart(async () => (await import('./task-dialogs.tsx')).StatusDialog)
const AssigneeDialog = dialogPart(async () => (await import('./task-dialogs.tsx')).AssigneeDialog)

export const { Menu: TaskMenu, Buttons: TaskButtons } = actionsOf(
  tasks,
  (task, { may, isOpen }) => {
    const change = useChange(tasks)
    const mayComment = useMayComment()
    const isOver = task.status === 'done' || task.status === 'cancelled'
    return [
      may && {
        ...(isOver
          ? { label: t('Reopen'), icon: IconRotate }
          : { label: t('Mark as done'), icon: IconCheck }),
        key: 'm',
        act: () => change(task, statusChange(task, isOver ? 'todo' : 'done')),
      },
      may && {
        label: t('Change status…'),
        icon: IconProgress,
        key: 's',
        act: () => openDialog(<StatusDialog task={task} />),
      },
      may && {
        label: t('Assign…'),
        icon: IconUser,
        key: 'a',
        act: () => openDialog(<AssigneeDialog task={task} />),
      },
      may && {
        label: t('Assign to me'),
        icon: IconUserCheck,
        act: () => change(task, assignment(task, { id: 'me', name: t('Me') })),
      },
      // Comments are written in a field that only the open record has.
      isOpen &&
        mayComment(task) && {
          label: t('Comment', {}, 'verb: write a comment'),
          icon: IconMessage,
          key: 'c',
          act: focusComment,
        },
    ]
  },
)
