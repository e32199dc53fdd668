import { Button, NativeSelect } from '@mantine/core'
import '@mantine/core/styles/InlineInput.css'
import { permission } from '@steward/contract/permissions/permissions'
import { useQuery } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { toFailure } from '../../api/failure.ts'
import { Dialog, DialogActions, DialogForm } from '../../ui/feedback/dialog.tsx'
import { FailureBox } from '../../ui/feedback/failure-box.tsx'
import { fieldErrors } from '../../ui/form/field-errors.ts'
import { count } from '../../ui/format/locale.ts'
import { useCan } from '../../ui/permissions/permitted.tsx'
import { grantableRoles } from './grantable-roles.ts'
import { UndecidedList, whoOf } from './undecided-list.tsx'
import { type Undecided, useDecide } from './use-decide.ts'
import { roleChoicesOptions } from './users.queries.ts'
import { dropWaiting, type WaitingQuestion } from './waiting.store.ts'

/** The role that was given last, in local storage. */
const lastRole = 'steward-approve-role'

/**
 * Lets people in who wait, all with one role: that of the last time unless another is chosen. Only
 * roles that the person signed in may grant are offered.
 */
export function ApproveDialog({ question }: { question: WaitingQuestion }) {
  const { after } = question
  const can = useCan()
  const mayList = can(permission('Roles', 'Roles', 'list'))
  const roles = useQuery(roleChoicesOptions(mayList))
  const choices = grantableRoles(roles.data?.rows ?? [], can)
  const remembered = choices.find(({ value }) => value === localStorage.getItem(lastRole))
  const [chosen, setRole] = useState<string | null>(null)
  const role = chosen ?? remembered?.value ?? ''
  const [missing, setMissing] = useState(false)
  const [people, setPeople] = useState(question.people)
  const [undecided, setUndecided] = useState<readonly Undecided[]>([])
  const field = useRef<HTMLSelectElement>(null)
  const { approve, done, stop } = useDecide()
  const close = done === null ? dropWaiting : stop
  const single = people.length === 1 ? undecided[0] : undefined
  const errors = fieldErrors(single?.failure ?? null, ['role'])
  const who = whoOf(people)

  async function submit() {
    if (done !== null) return
    setMissing(!role)
    if (!role) return field.current?.focus()
    localStorage.setItem(lastRole, role)
    const { decided, undecided: left } = await approve(people, role)
    setUndecided(left)
    if (left.length === 0) dropWaiting()
    else {
      // Those who are in aren't tried again.
      setPeople(left.map(({ person }) => person))
      field.current?.focus()
    }
    if (decided.length > 0) after?.()
  }

  return (
    <Dialog title={`Approve ${who}`} onClose={close}>
      <DialogForm onSubmit={submit}>
        {mayList ? (
          <>
            <p role="status">
              {done !== null && people.length > 1
                ? `${count(done)} of ${count(people.length)}`
                : `${who} can sign in right away and ${people.length === 1 ? 'is' : 'are'} notified by e-mail.`}
            </p>
            <NativeSelect
              ref={field}
              data-autofocus
              label="Role"
              data={[
                { value: '', label: roles.isPending ? 'Loading…' : 'Choose a role' },
                ...choices,
              ]}
              value={role}
              onChange={(event) => setRole(event.currentTarget.value)}
              error={missing && !role ? 'Choose a role' : errors.fields['role']}
            />
          </>
        ) : (
          <p>
            Choosing a role for {who} needs the permission Roles · Roles · list, which your role
            doesn’t have.
          </p>
        )}
        {!single && <UndecidedList undecided={undecided} />}
        <FailureBox
          failure={single?.failure ?? (roles.error && toFailure(roles.error))}
          {...(single && { lines: errors.rest })}
        />
        <DialogActions>
          <Button variant="default" onClick={close}>
            {done === null ? 'Cancel' : 'Stop'}
          </Button>
          {mayList && (
            <Button type="submit" loading={done !== null}>
              Approve
            </Button>
          )}
        </DialogActions>
      </DialogForm>
    </Dialog>
  )
}
