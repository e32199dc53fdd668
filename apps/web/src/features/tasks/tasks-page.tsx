import { Button } from '@mantine/core'
import { t } from '@steward/i18n/reader'
import { IconUser } from '@tabler/icons-react'
import { useRouter } from '@tanstack/react-router'
import type { Task } from '../../api/answers/records.ts'
import { useMayChange } from '../../shared/records/record-area.ts'
import { RecordsPage } from '../../shared/records/records-page.tsx'
import { takeWayBack } from '../../shared/tasks/task-about.ts'
import { openDialog } from '../../ui/dialog/open-dialog.ts'
import type { Chosen } from '../../ui/list/selection/use-selection.ts'
import { dialogPart, drawerPart, lazyPart } from '../../ui/page/lazy-part.tsx'
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
        // A form that was opened from a record goes back to that record.
        onEnd: (leave) => (takeWayBack() ? history.back() : leave()),
      }}
      // i18n: tasks as cards in columns, one for each state
      view={{ name: 'board', label: t('Board'), toolbar: true, Rows: TaskBoard }}
      bulk={(chosen) => <AssignButton chosen={chosen} />}
    />
  )
}

const AssignEach = dialogPart(async () => (await import('./assign-each.tsx')).AssignEach)

/** The most tasks that can be assigned at once, as each needs a request of its own. */
const most = 100

/** Gives the chosen tasks to one person; shown if the viewer may change all of them. */
export function AssignButton({ chosen }: { chosen: Chosen<Task> }) {
  const may = useMayChange(tasks)
  const rows = [...chosen.rows.values()]
  if (rows.length === 0 || !rows.every(({ record }) => may(record))) return null
  const tooMany = chosen.all !== null || rows.length > most
  return (
    <Button
      size="compact-sm"
      leftSection={<IconUser size="0.875rem" aria-hidden />}
      disabled={tooMany}
      title={tooMany ? t('Up to {most} at a time', { most }) : undefined}
      onClick={() => openDialog(<AssignEach rows={rows} onDone={chosen.clear} />)}
    >
      {t('Assign')}
    </Button>
  )
}
