import { Button, Progress } from '@mantine/core'
import '@mantine/core/styles/Progress.css'
import type { Task } from '@steward/contract/tasks'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { call } from '../../api/client.ts'
import { isLeftToGuard, toFailure, wordsOf } from '../../api/failure.ts'
import type { Row } from '../../api/listing.ts'
import { numberOf, referenceOf } from '../../api/read.ts'
import { reloadLists } from '../../api/record-cache.ts'
import { recordIn } from '../../api/record-in.ts'
import classes from '../../ui/feedback/dialog.module.css'
import { Dialog, DialogActions } from '../../ui/feedback/dialog.tsx'
import { toast, undoable } from '../../ui/feedback/messages.tsx'
import { count, counted } from '../../ui/format/locale.ts'
import { AssigneeField } from './assignee-field.tsx'
import { taskDeletion } from './task-deletion.ts'
import type { Assignee } from './task-form.ts'

/** One task, who is to do it, and the version that is meant. */
interface Step {
  id: string
  name: string
  assignee: string | null
  version: number | null
}

interface Through {
  done: readonly Step[]
  failures: readonly { id: string; name: string; message: string }[]
  over: boolean
}

/**
 * Gives the chosen tasks to one person, one after the other, since jobs know no person. Says how far it is and who
 * is refused; what was done can be taken back in one go.
 */
export function AssignEach(props: { rows: readonly Row<Task>[]; onClose: (did: boolean) => void }) {
  // The choice may change while it goes on.
  const [rows] = useState(props.rows)
  const [person, setPerson] = useState<Assignee | null>(null)
  const [through, setThrough] = useState<Through | null>(null)
  const client = useQueryClient()
  const stopped = useRef(false)
  useEffect(() => {
    stopped.current = false
    return () => {
      stopped.current = true
    }
  }, [])
  const tasks = counted(rows.length, 'task', 'tasks')

  /** @returns the steps that lead back, and what was refused */
  const walk = async (steps: readonly Step[], isShown: boolean) => {
    let now: Through = { done: [], failures: [], over: false }
    const tell = () => isShown && setThrough(now)
    tell()
    const back: Step[] = []
    for (const step of steps) {
      if (isShown && stopped.current) break
      const { id, assignee, version } = step
      try {
        const body = { assignee, ...(version !== null && { version }) }
        const answer = await call('tasks.update', { params: { id }, body })
        const before = rows.find((row) => row.id === id)?.record.assignee
        const saved = numberOf(recordIn<Task>(answer, 'task')?.version)
        back.push({ ...step, assignee: referenceOf(before)?.id ?? null, version: saved })
        now = { ...now, done: [...now.done, step] }
      } catch (thrown) {
        const failure = toFailure(thrown)
        if (isLeftToGuard(failure)) break
        now = { ...now, failures: [...now.failures, { ...step, message: wordsOf(failure) }] }
        if (failure.status === 0) break
      }
      tell()
    }
    now = { ...now, over: true }
    tell()
    void reloadLists(client, 'tasks')
    return { back, failures: now.failures }
  }
  const go = async () => {
    const steps = rows.map(({ id, record }) => ({
      id,
      name: taskDeletion.name(record),
      assignee: person?.id ?? null,
      version: numberOf(record.version),
    }))
    const { back } = await walk(steps, true)
    if (back.length > 0) {
      const to = person ? `given to ${person.id === 'me' ? 'you' : person.name}` : 'given to nobody'
      undoable(`${counted(back.length, 'task', 'tasks')} ${to}`, async () => {
        const [first] = (await walk(back, false)).failures
        if (first)
          toast.error('Not all of it could be taken back', `${first.name}: ${first.message}`)
      })
    }
  }
  const running = through !== null && !through.over
  const close = () => {
    if (running) stopped.current = true
    else props.onClose(through !== null)
  }
  return (
    <Dialog title={`Assign ${tasks}`} onClose={close}>
      {through ? (
        <Told through={through} total={rows.length} title={`Assign ${tasks}`} />
      ) : (
        <AssigneeField label="Assignee" value={person} onChange={setPerson} />
      )}
      <DialogActions>
        <Button variant="default" onClick={close}>
          {running ? 'Stop' : through ? 'Close' : 'Cancel'}
        </Button>
        {!through && (
          <Button onClick={() => void go()}>
            {person ? `Assign ${tasks}` : `Give ${tasks} to nobody`}
          </Button>
        )}
      </DialogActions>
    </Dialog>
  )
}

function Told({ through, total, title }: { through: Through; total: number; title: string }) {
  const { done, failures, over } = through
  const n = done.length + failures.length
  const left = total > n ? `, ${count(total - n)} not reached` : ''
  return (
    <>
      <p className={classes.text} role="status">
        {over
          ? `${counted(done.length, 'task', 'tasks')} assigned${left}.`
          : `${count(n)} of ${count(total)}`}
      </p>
      {!over && <Progress value={(n / total) * 100} aria-label={title} />}
      {failures.length > 0 && (
        <>
          <p className={classes.text}>
            {counted(failures.length, 'task', 'tasks')} could not be assigned:
          </p>
          <ul className={classes.list}>
            {failures.map(({ id, name, message }) => (
              <li key={id}>
                <strong>
                  <bdi>{name}</bdi>
                </strong>
                : <bdi>{message}</bdi>
              </li>
            ))}
          </ul>
        </>
      )}
    </>
  )
}
