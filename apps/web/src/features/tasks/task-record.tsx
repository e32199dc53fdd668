import type { Task } from '@steward/contract/tasks'
import { type DeepPartial, referenceOf } from '../../api/read.ts'
import { RecordHistory } from '../../shared/audit-log/record-history.tsx'
import { useEditing } from '../../ui/form/use-editing.ts'
import { NoValue, Text } from '../../ui/format/text.tsx'
import { Time } from '../../ui/format/time.tsx'
import { FilterLink } from '../../ui/list/filter-link.tsx'
import { PersonLink } from '../../ui/record/person-link.tsx'
import { Block, Field, Fields, IdField, Leaving } from '../../ui/record/record-fields.tsx'
import { StatusBadge } from '../../ui/record/status-badge.tsx'
import { AboutLink } from './about-link.tsx'
import { DueCell } from './due-cell.tsx'
import { TaskButtons, useMayChangeTask } from './task-actions.tsx'
import { TaskComments } from './task-comments.tsx'
import { TaskEditor } from './task-editor.tsx'

/** A task, whole, or its form. @param props.onDone called once it is deleted */
export function TaskRecord(props: { task: DeepPartial<Task>; onDone: () => void }) {
  const { task } = props
  const assignee = referenceOf(task.assignee)?.id
  const { editing, coming, leave } = useEditing()
  const may = useMayChangeTask()
  if (editing !== null && editing === task._id && may(task))
    return <TaskEditor key={editing} task={task} onDone={leave} />
  return (
    <Leaving on={coming}>
      <TaskButtons task={task} onDone={props.onDone} />
      <Block title="Description">
        <Text value={task.description} />
      </Block>
      <Fields>
        <Field label="Status">
          <StatusBadge status={task.status} />
        </Field>
        <Field label="Priority">
          <StatusBadge status={task.priority} />
        </Field>
        <Field label="Due">
          <DueCell task={task} whole />
        </Field>
        <Field label="Assignee">
          <PersonLink person={task.assignee} />
          {assignee && (
            <FilterLink to="/tasks" search={{ assignee: [assignee] }}>
              All tasks assigned to this person
            </FilterLink>
          )}
        </Field>
        <Field label="About">{task.about ? <AboutLink about={task.about} /> : <NoValue />}</Field>
        <Field label="Created">
          <Time at={task.createdAt} whole />
        </Field>
        <Field label="Updated">
          <Time at={task.updatedAt} whole />
        </Field>
        <IdField id={task._id} />
      </Fields>
      <TaskComments task={task} />
      <RecordHistory id={task._id} />
    </Leaving>
  )
}
