import { Button, NativeSelect } from '@mantine/core'
import type { User } from '@steward/contract/users/users'
import { IconShieldPlus } from '@tabler/icons-react'
import { type FormEvent, type ReactNode, useState } from 'react'
import { useHasCall } from '../../api/missing-calls.ts'
import { textOf } from '../../api/read.ts'
import { useStartJob } from '../../shared/jobs/use-start-job.ts'
import { useNoteChange } from '../../shared/undo/note-change.ts'
import dialog from '../../ui/feedback/dialog.module.css'
import { Dialog, DialogActions } from '../../ui/feedback/dialog.tsx'
import { useOptimisticMutation } from '../../ui/feedback/use-optimistic-mutation.ts'
import { counted } from '../../ui/format/locale.ts'
import type { Chosen } from '../../ui/list/selection/use-selection.ts'
import { useCan } from '../../ui/permissions/permitted.tsx'
import { useAssignableRoles } from './use-role-choices.ts'
import { nameOf, needed } from './user-types.ts'
import classes from './users.module.css'
import { giveRoleWrite } from './users.writes.ts'

/** At most so many admins get a role at once (contract). */
const most = 100

/**
 * Gives a role to the chosen admins: to all of them or to none where they are few, else as a job, which
 * names those who can't have it. For who may change admins.
 */
export function GiveRole({ chosen }: { chosen: Chosen<User> }) {
  const can = useCan()
  const [opened, setOpened] = useState(false)
  const has = useHasCall('users.assignRole')
  const hasJobs = useHasCall('jobs.create')
  if (!has || !can(needed('admin', 'update'))) return null
  const tooMany = !hasJobs && chosen.size > most
  const isMany = chosen.all !== null || chosen.size > most
  const Form = isMany ? JobForm : RoleForm
  return (
    <>
      <Button
        variant="default"
        size="compact-sm"
        leftSection={<IconShieldPlus size="0.875rem" aria-hidden />}
        disabled={tooMany}
        title={tooMany ? `Up to ${most} at a time` : undefined}
        onClick={() => setOpened(true)}
      >
        Give role
      </Button>
      <Dialog opened={opened} onClose={() => setOpened(false)} title="Give a role">
        {opened && <Form chosen={chosen} onClose={() => setOpened(false)} />}
      </Dialog>
    </>
  )
}

interface FormProps {
  chosen: Chosen<User>
  onClose: () => void
}

function RoleForm({ chosen, onClose }: FormProps) {
  const { mutate, isPending } = useOptimisticMutation()
  const note = useNoteChange()
  const rows = [...chosen.rows.values()]
  const people = counted(rows.length, 'person', 'people')
  const give = (role: string) =>
    mutate(
      giveRoleWrite(
        role,
        rows.map(({ id }) => id),
        ([first = null, ...others]) => {
          note(first, { name: people, batch: others.length > 0 })
          onClose()
          chosen.clear()
        },
      ),
    )
  return (
    <RoleQuestion people={people} busy={isPending} onGive={give} onClose={onClose}>
      <p className={dialog.text}>The new role replaces their current one right away:</p>
      <ul className={classes.names}>
        {rows.map(({ id, record }) => (
          <li key={id}>
            <bdi>{nameOf(record)}</bdi>
            {textOf(record.role?.name) && (
              <>
                {' '}
                (now <bdi>{textOf(record.role?.name)}</bdi>)
              </>
            )}
          </li>
        ))}
      </ul>
    </RoleQuestion>
  )
}

function JobForm({ chosen, onClose }: FormProps) {
  const { start, busy } = useStartJob('users', chosen, {
    narrow: { type: 'admin' },
    onStarted: onClose,
  })
  return (
    <RoleQuestion
      people={counted(chosen.size, 'person', 'people')}
      busy={busy}
      onGive={(role) => start({ action: 'role', patch: { role } })}
      onClose={onClose}
    >
      <p className={dialog.text}>
        The new role replaces their current one right away. People who can’t have it keep theirs and
        are listed with the reason.
      </p>
    </RoleQuestion>
  )
}

function RoleQuestion(props: {
  people: string
  busy: boolean
  onGive: (role: string) => void
  onClose: () => void
  children: ReactNode
}) {
  const choices = useAssignableRoles()
  const [role, setRole] = useState('')
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (role !== '' && !props.busy) props.onGive(role)
  }
  return (
    <form onSubmit={submit}>
      <NativeSelect
        data-autofocus
        label="Role"
        required
        value={role}
        data={[{ value: '', label: 'Choose a role', disabled: true }, ...choices]}
        onChange={(event) => setRole(event.currentTarget.value)}
      />
      {props.children}
      <DialogActions>
        <Button variant="default" onClick={props.onClose}>
          Cancel
        </Button>
        <Button type="submit" disabled={role === ''} loading={props.busy}>
          Give role to {props.people}
        </Button>
      </DialogActions>
    </form>
  )
}
