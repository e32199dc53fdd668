import { taskFields } from '@steward/contract/tasks/tasks.fields'
import { t } from '@steward/i18n/reader'
import type { Task } from '../../api/answers/records.ts'
import type { RecordProps } from '../../shared/records/area-actions.tsx'
import { RecordView } from '../../shared/records/record-view.tsx'
import { NoValue } from '../../ui/format/text.tsx'
import { PersonAndTheirs } from '../../ui/list/filters/filter-link.tsx'
import { FieldList } from '../../ui/record/field-list.tsx'
import { NoteBlock } from '../../ui/record/note-block.tsx'
import { AboutLink } from './about-link.tsx'
import { TaskButtons } from './task-actions.tsx'
import { DueCell } from './task-cells.tsx'
import { TaskComments } from './task-comments.tsx'
import { TaskEditor } from './task-editor.tsx'
import { tasks } from './tasks.ts'

export function TaskRecord(props: RecordProps<Task>) {
  const { record: task } = props
  return (
    <RecordView of={tasks} Buttons={TaskButtons} Form={TaskEditor} {...props}>
      <NoteBlock record={task} name="description" title={t('Description')} />
      <FieldList
        fields={taskFields}
        record={task}
        first={['status', 'priority', 'dueAt']}
        own={{
          title: null,
          dueAt: <DueCell task={task} whole />,
          assignee: (
            <PersonAndTheirs person={task.assignee} to="/tasks" by="assignee">
              {t('All tasks assigned to this person')}
            </PersonAndTheirs>
          ),
          about: task.about ? <AboutLink about={task.about} /> : <NoValue />,
          commentCount: null,
        }}
      />
      <TaskComments task={task} />
    </RecordView>
  )
}
