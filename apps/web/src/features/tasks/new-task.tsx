import { Button } from '@mantine/core'
import { permission } from '@steward/contract/permissions/permissions'
import { IconPlus } from '@tabler/icons-react'
import { useRouter } from '@tanstack/react-router'
import { useHasCall } from '../../api/missing-calls.ts'
import { takeWayBack } from '../../shared/tasks/task-about.ts'
import { Dialog } from '../../ui/feedback/dialog.tsx'
import { useEdit, useEditing } from '../../ui/form/use-editing.ts'
import { useCreateKey } from '../../ui/keys/create-key.ts'
import { drawerPart } from '../../ui/page/lazy-part.tsx'
import { useCan } from '../../ui/permissions/permitted.tsx'

const TaskEditor = drawerPart(async () => (await import('./task-editor.tsx')).TaskEditor)

const mayCreate = permission('Operations', 'Tasks', 'create')

/** The button that makes a task, and the form behind it. */
export function NewTask() {
  const edit = useEdit()
  const { history } = useRouter()
  const { editing, leave } = useEditing()
  const has = useHasCall('tasks.create')
  const createKey = useCreateKey()
  if (!useCan()(mayCreate) || !has) return null
  // Whoever came from a record goes back to it.
  const done = () => (takeWayBack() ? history.back() : leave())
  return (
    <>
      <Button
        {...createKey}
        leftSection={<IconPlus size="1rem" aria-hidden />}
        onClick={() => {
          takeWayBack()
          edit('new')
        }}
      >
        New task
      </Button>
      <Dialog opened={editing === 'new'} onClose={done} size="lg" title="New task">
        <TaskEditor task={null} onDone={done} />
      </Dialog>
    </>
  )
}
