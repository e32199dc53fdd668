import { Button, NativeSelect } from '@mantine/core'
import type { User } from '@steward/contract/users'
import { IconShieldPlus } from '@tabler/icons-react'
import { type FormEvent, useState } from 'react'
import type { Row } from '../../api/listing.ts'
import { useHasCall } from '../../api/missing-calls.ts'
import { textOf } from '../../api/read.ts'
import { useNoteChange } from '../../shared/undo/note-change.ts'
import dialog from '../../ui/feedback/dialog.module.css'
import { Dialog, DialogActions } from '../../ui/feedback/dialog.tsx'
import { useOptimisticMutation } from '../../ui/feedback/use-optimistic-mutation.ts'
import { counted } from '../../ui/format/locale.ts'
import { useCan } from '../../ui/permissions/permitted.tsx'
import { useAssignableRoles } from './use-role-choices.ts'
import { nameOf, needed } from './user-types.ts'
import classes from './users.module.css'
import { giveRoleWrite } from './users.writes.ts'

/** At most so many admins get a role at once (contract). */
const most = 100

/** Gives a role to the chosen admins in one go; for who may change admins. */
export function GiveRole(props: { chosen: ReadonlyMap<string, Row<User>>; onDone: () => void }) {
  const { chosen } = props
  const can = useCan()
  const [opened, setOpened] = useState(false)
  const has = useHasCall('users.assignRole')
  if (!has || !can(needed('admin', 'update'))) return null
  return (
    <>
      <Button
        variant="default"
        size="compact-sm"
        leftSection={<IconShieldPlus size={14} aria-hidden />}
        disabled={chosen.size > most}
        title={chosen.size > most ? `At most ${most} at once` : undefined}
        onClick={() => setOpened(true)}
      >
        Give role
      </Button>
      <Dialog opened={opened} onClose={() => setOpened(false)} title="Give a role">
        {opened && (
          <RoleForm
            chosen={[...chosen.values()]}
            onClose={() => setOpened(false)}
            onDone={() => {
              setOpened(false)
              props.onDone()
            }}
          />
        )}
      </Dialog>
    </>
  )
}

function RoleForm(props: { chosen: Row<User>[]; onClose: () => void; onDone: () => void }) {
  const { chosen } = props
  const choices = useAssignableRoles()
  const [role, setRole] = useState('')
  const { mutate, isPending } = useOptimisticMutation()
  const note = useNoteChange()
  const people = counted(chosen.length, 'person', 'people')
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const ids = chosen.map((row) => row.id)
    if (role !== '' && !isPending)
      mutate(
        giveRoleWrite(role, ids, ([first = null, ...others]) => {
          note(first, { name: people, batch: others.length > 0 })
          props.onDone()
        }),
      )
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
      <p className={dialog.text}>
        It takes the place of the role that they have now, from their next click on:
      </p>
      <ul className={classes.names}>
        {chosen.map(({ id, record }) => (
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
      <DialogActions>
        <Button variant="default" onClick={props.onClose}>
          Cancel
        </Button>
        <Button type="submit" disabled={role === ''} loading={isPending}>
          Give it to {people}
        </Button>
      </DialogActions>
    </form>
  )
}
