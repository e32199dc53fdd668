import { Button } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { recordIn } from '../../api/answers/record-in.ts'
import type { Task } from '../../api/answers/records.ts'
import { call } from '../../api/client.ts'
import { wordsOf } from '../../api/failure.ts'
import type { Row } from '../../api/listing.ts'
import { reloadLists } from '../../api/record-cache.ts'
import { EachDialog } from '../../shared/records/each-dialog.tsx'
import { useEach, walkEach } from '../../shared/records/use-each.ts'
import { counted } from '../../ui/format/locale.ts'
import { toast, undoable } from '../../ui/messages/messages.tsx'
import { AssigneeField } from './assignee-field.tsx'
import type { Assignee } from './task-form.ts'
import { tasks } from './tasks.ts'

interface Step {
  id: string
  name: string
  assignee: string | null
  version: number | null
}

/** Gives the chosen tasks to one person, one after the other, since jobs know no person; all can be undone at once. */
export function AssignEach({ rows, onDone }: { rows: readonly Row<Task>[]; onDone: () => void }) {
  const [person, setPerson] = useState<Assignee | null>(null)
  const client = useQueryClient()
  const each = useEach()
  const many = counted(rows.length, 'task', 'tasks')

  /** Assigns a task; returns its new version, null where the answer has none. */
  const assign = async ({ id, assignee, version }: Step) => {
    const body = { assignee, ...(version !== null && { version }) }
    const answer = await call('tasks.update', { params: { id }, body })
    return recordIn<Task>('tasks', answer)?.version ?? null
  }
  const undoSteps = async (steps: readonly Step[]) => {
    const { failures } = await walkEach(steps, async (step) => void (await assign(step)))
    void reloadLists(client, 'tasks')
    const [first] = failures
    if (first)
      toast.error('Some changes couldn’t be undone', `${first.name}: ${wordsOf(first.failure)}`)
  }
  const start = async () => {
    const steps = rows.map(({ id, record }) => ({
      id,
      name: tasks.name(record),
      assignee: person?.id ?? null,
      version: record.version ?? null,
      before: record.assignee?._id ?? null,
    }))
    const back: Step[] = []
    await each.go(steps, async (step) => {
      const version = await assign(step)
      back.push({ id: step.id, name: step.name, assignee: step.before, version })
    })
    void reloadLists(client, 'tasks')
    if (back.length === 0) return
    const to = person ? `assigned to ${person.id === 'me' ? 'you' : person.name}` : 'unassigned'
    undoable(`${counted(back.length, 'task', 'tasks')} ${to}`, () => undoSteps(back))
  }
  return (
    <EachDialog
      each={each}
      area="tasks"
      did="assigned"
      title={`Assign ${many}`}
      total={rows.length}
      onDone={onDone}
      button={
        <Button variant="filled" onClick={() => void start()}>
          {person ? `Assign ${many}` : `Unassign ${many}`}
        </Button>
      }
    >
      <AssigneeField label="Assignee" value={person} onChange={setPerson} />
    </EachDialog>
  )
}
