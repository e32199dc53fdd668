import { Button } from '@mantine/core'
import { t } from '@steward/i18n/reader'
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
  const title = t('{count, plural, one {Assign # task} other {Assign # tasks}}', {
    count: rows.length,
  })

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
      toast.error(
        t('Some changes couldn’t be undone'),
        t('{record}: {failure}', { record: first.name, failure: wordsOf(first.failure) }),
      )
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
    undoable(doneWords(person, back.length), () => undoSteps(back))
  }
  return (
    <EachDialog
      each={each}
      area="tasks"
      did="assigned"
      title={title}
      total={rows.length}
      onDone={onDone}
      button={
        <Button variant="filled" onClick={() => void start()}>
          {person
            ? title
            : t('{count, plural, one {Unassign # task} other {Unassign # tasks}}', {
                count: rows.length,
              })}
        </Button>
      }
    >
      <AssigneeField label={t('Assignee')} value={person} onChange={setPerson} />
    </EachDialog>
  )
}

/** What is said once a number of tasks has been given to a person, or to nobody (null). */
function doneWords(person: Assignee | null, count: number): string {
  if (person === null)
    return t('{count, plural, one {# task unassigned} other {# tasks unassigned}}', { count })
  if (person.id === 'me')
    return t('{count, plural, one {# task assigned to you} other {# tasks assigned to you}}', {
      count,
    })
  return t(
    '{count, plural, one {# task assigned to {person}} other {# tasks assigned to {person}}}',
    { count, person: person.name },
  )
}
