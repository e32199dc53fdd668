import { permission } from '@steward/contract/permissions'
import { ListScreen } from '../../ui/list/list-screen.tsx'
import { taskDefinition } from './task-definition.tsx'
import { TaskRecord } from './task-record.tsx'
import { taskListOptions } from './tasks.queries.ts'

/** The tasks. */
export function TasksPage() {
  return (
    <ListScreen
      title="Tasks"
      definition={taskDefinition}
      options={taskListOptions}
      needs={permission('Operations', 'Tasks', 'list')}
      drawer={({ record }) => <TaskRecord task={record} />}
    />
  )
}
