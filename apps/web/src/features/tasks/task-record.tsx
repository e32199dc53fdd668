import type { Task } from '@steward/contract/tasks/tasks'
import { taskFields } from '@steward/contract/tasks/tasks.fields'
import { type DeepPartial, referenceOf } from '../../api/read.ts'
import { RecordHistory } from '../../shared/audit-log/record-history.tsx'
import { useEditing } from '../../ui/form/use-editing.ts'
import { NoValue, Text } from '../../ui/format/text.tsx'
import { FilterLink } from '../../ui/list/url/filter-link.tsx'
import { FieldList } from '../../ui/record/field-list.tsx'
import { PersonLink } from '../../ui/record/person-link.tsx'
import { Block, Leaving } from '../../ui/record/record-fields.tsx'
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
      <FieldList
        fields={taskFields}
        record={task}
        first={['status', 'priority', 'dueAt']}
        own={{
          title: null,
          dueAt: <DueCell task={task} whole />,
          assignee: (
            <>
              <PersonLink person={task.assignee} />
              {assignee && (
                <FilterLink to="/tasks" search={{ assignee: [assignee] }}>
                  All tasks assigned to this person
                </FilterLink>
              )}
            </>
          ),
          about: task.about ? <AboutLink about={task.about} /> : <NoValue />,
          commentCount: null,
        }}
      />
      <TaskComments task={task} />
      <RecordHistory id={task._id} />
    </Leaving>
  )
}
