import { useRouter } from '@tanstack/react-router'
import { RecordsPage } from '../../shared/records/records-page.tsx'
import { takeWayBack } from '../../shared/tasks/task-about.ts'
import { drawerPart, lazyPart } from '../../ui/page/lazy-part.tsx'
import { AssignButton } from './assign-button.tsx'
import { taskDefinition } from './task-definition.tsx'
import { tasks } from './tasks.ts'

const TaskRecord = drawerPart(async () => (await import('./task-record.tsx')).TaskRecord)
const TaskForm = drawerPart(async () => (await import('./task-editor.tsx')).TaskEditor)
const TaskBoard = lazyPart(async () => (await import('./task-board.tsx')).TaskBoard)

export function TasksPage() {
  const { history } = useRouter()
  return (
    <RecordsPage
      of={tasks}
      definition={taskDefinition}
      Record={TaskRecord}
      create={{
        form: TaskForm,
        staysClosed: true,
        onBegin: takeWayBack,
        // Whoever came from a record goes back to it.
        onEnd: (leave) => (takeWayBack() ? history.back() : leave()),
      }}
      view={{ name: 'board', label: 'Board', toolbar: true, Rows: TaskBoard }}
      bulk={(chosen) => <AssignButton chosen={chosen} />}
    />
  )
}
