import type { Task } from '@steward/contract/tasks/tasks'
import { useSearch } from '@tanstack/react-router'
import { useBulk } from '../../shared/jobs/use-bulk.tsx'
import { listOptions } from '../../shared/list/list-options.ts'
import { ListPage } from '../../shared/list/list-page.tsx'
import { lists } from '../../shared/list/lists.ts'
import type { ListView } from '../../ui/list/screen/list-screen.tsx'
import { drawerPart, lazyPart } from '../../ui/page/lazy-part.tsx'
import { ViewSwitch } from '../../ui/page/view-switch.tsx'
import { AssignButton } from './assign-button.tsx'
import { NewTask } from './new-task.tsx'
import { taskDefinition } from './task-definition.tsx'

const TaskRecord = drawerPart(async () => (await import('./task-record.tsx')).TaskRecord)

const TaskBoard = lazyPart(async () => (await import('./task-board.tsx')).TaskBoard)

const board: ListView<Task> = { toolbar: true, draw: (given) => <TaskBoard {...given} /> }

const views = [
  { view: null, label: 'List' },
  { view: 'board', label: 'Board' },
] as const

/** The tasks. */
export function TasksPage() {
  const bulk = useBulk('tasks')
  const { view } = useSearch({ from: '/guarded/tasks' })
  return (
    <ListPage
      definition={taskDefinition}
      options={listOptions(lists.tasks)}
      actions={<NewTask />}
      tabs={<ViewSwitch views={views} />}
      view={view ? board : undefined}
      bulkByRow={!bulk}
      bulk={(chosen) => (
        <>
          <AssignButton chosen={chosen} />
          {bulk?.(chosen)}
        </>
      )}
      drawer={({ record }, close) => <TaskRecord task={record} onDone={close} />}
    />
  )
}
