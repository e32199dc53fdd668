import { Button } from '@mantine/core'
import { areas } from '@steward/contract/areas/areas'
import { Dialog } from '../../ui/feedback/dialog.tsx'
import { StatusBadge } from '../../ui/record/status-badge.tsx'
import { AssigneeField } from './assignee-field.tsx'
import { assignment, statusChange } from './task-changes.ts'
import { taskDeletion } from './task-deletion.ts'
import { taskForm } from './task-form.ts'
import { dropTaskQuestion, type TaskQuestion } from './task-question.store.ts'
import classes from './tasks.module.css'
import { useChangeTask } from './use-change-task.ts'

/** Asks who is to do a task, or how it stands, and saves the answer at once. */
export function TaskQuestionDialog({ asks, task }: TaskQuestion) {
  const change = useChangeTask()
  const name = taskDeletion.name(task)
  if (asks === 'status')
    return (
      <Dialog title={`Status of ${name}`} onClose={dropTaskQuestion}>
        <div className={classes.choices}>
          {areas.tasks.statuses.map((status) => {
            const isSo = status === task.status
            return (
              <Button
                key={status}
                variant="default"
                aria-pressed={isSo}
                data-autofocus={isSo || undefined}
                onClick={() => {
                  dropTaskQuestion()
                  if (!isSo) change(task, statusChange(task, status))
                }}
              >
                <StatusBadge status={status} />
              </Button>
            )
          })}
        </div>
      </Dialog>
    )
  const assignee = taskForm.assignee.read(task)
  return (
    <Dialog title={`Assign ${name}`} onClose={dropTaskQuestion}>
      <AssigneeField
        label="Assignee"
        value={assignee}
        open
        onChange={(person) => {
          dropTaskQuestion()
          if (person?.id !== assignee?.id) change(task, assignment(task, person))
        }}
      />
      <p className={classes.hint}>Type to search everyone with an account.</p>
    </Dialog>
  )
}
