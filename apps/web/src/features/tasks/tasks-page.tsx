import { permission } from '@steward/contract/permissions'
import { ListPage } from '../../shared/list/list-page.tsx'
import type { ListView } from '../../ui/list/list-screen.tsx'
import { useView, ViewSwitch } from '../../ui/page/view-switch.tsx'
import { TaskBoard } from './task-board.tsx'
import { taskDefinition } from './task-definition.tsx'
import { TaskRecord } from './task-record.tsx'
import { taskListOptions } from './tasks.queries.ts'

const board: ListView = { toolbar: true, draw: (given) => <TaskBoard {...given} /> }

const views = [
  { view: null, label: 'List' },
  { view: 'board', label: 'Board' },
] as const

/** The tasks. */
export function TasksPage() {
  const view = useView(['board'])
  return (
    <ListPage
      title="Tasks"
      definition={taskDefinition}
      options={taskListOptions}
      needs={permission('Operations', 'Tasks', 'list')}
      tabs={<ViewSwitch views={views} />}
      view={view ? board : undefined}
      drawer={({ record }) => <TaskRecord task={record} />}
    />
  )
}
