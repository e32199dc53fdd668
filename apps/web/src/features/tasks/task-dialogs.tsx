import { Button } from '@mantine/core'
import { areas } from '@steward/contract/areas/areas'
import { t } from '@steward/i18n/reader'
import type { Task } from '../../api/answers/records.ts'
import { useChange } from '../../shared/records/use-change.ts'
import { Dialog } from '../../ui/dialog/dialog.tsx'
import { closeDialog } from '../../ui/dialog/open-dialog.ts'
import { StatusBadge } from '../../ui/record/status-badge.tsx'
import { AssigneeField } from './assignee-field.tsx'
import { taskForm } from './task-form.ts'
import { assignment, statusChange, tasks } from './tasks.ts'

type Props = { task: Task }

export function StatusDialog({ task }: Props) {
  const change = useChange(tasks)
  return (
    <Dialog title={t('Status of {task}', { task: tasks.name(task) })} onClose={closeDialog}>
      <div className="grid gap-8">
        {areas.tasks.statuses.map((status) => {
          const isCurrent = status === task.status
          return (
            <Button
              key={status}
              aria-pressed={isCurrent}
              data-autofocus={isCurrent || undefined}
              onClick={() => {
                closeDialog()
                if (!isCurrent) change(task, statusChange(task, status))
              }}
            >
              <StatusBadge status={status} />
            </Button>
          )
        })}
      </div>
    </Dialog>
  )
}

export function AssigneeDialog({ task }: Props) {
  const change = useChange(tasks)
  const assignee = taskForm.assignee.read(task)
  return (
    <Dialog title={t('Assign {task}', { task: tasks.name(task) })} onClose={closeDialog}>
      <AssigneeField
        label={t('Assignee')}
        value={assignee}
        open
        onChange={(person) => {
          closeDialog()
          if (person?.id !== assignee?.id) change(task, assignment(task, person))
        }}
      />
      <p className="mt-8 small">{t('Type to search everyone with an account.')}</p>
    </Dialog>
  )
}
