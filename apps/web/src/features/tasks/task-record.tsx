import type { Task } from '@steward/contract/tasks'
import { type DeepPartial, referenceOf } from '../../api/read.ts'
import { RecordHistory } from '../../shared/audit-log/record-history.tsx'
import { DeletionButtons } from '../../shared/records/deletion-actions.tsx'
import { Text } from '../../ui/format/text.tsx'
import { Time } from '../../ui/format/time.tsx'
import { FilterLink } from '../../ui/list/filter-link.tsx'
import { PersonLink } from '../../ui/record/person-link.tsx'
import { Block, Field, Fields, IdField } from '../../ui/record/record-fields.tsx'
import { StatusBadge } from '../../ui/record/status-badge.tsx'
import { DueCell } from './due-cell.tsx'
import { taskDeletion } from './task-deletion.ts'

/** A task, whole. @param props.onDone called once it is deleted */
export function TaskRecord(props: { task: DeepPartial<Task>; onDone: () => void }) {
  const { task } = props
  const assignee = referenceOf(task.assignee)?.id
  return (
    <>
      <DeletionButtons of={taskDeletion} record={task} onDone={props.onDone} />
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
              All tasks of this person
            </FilterLink>
          )}
        </Field>
        <Field label="Created">
          <Time at={task.createdAt} whole />
        </Field>
        <Field label="Updated">
          <Time at={task.updatedAt} whole />
        </Field>
        <IdField id={task._id} />
      </Fields>
      <Block title="Description">
        <Text value={task.description} />
      </Block>
      <RecordHistory id={task._id} />
    </>
  )
}
