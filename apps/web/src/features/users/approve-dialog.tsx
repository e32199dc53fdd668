import { Button, NativeSelect } from '@mantine/core'
import '@mantine/core/styles/InlineInput.css'
import { permission } from '@steward/contract/permissions'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { call } from '../../api/client.ts'
import { toFailure } from '../../api/failure.ts'
import { DialogForm } from '../../ui/feedback/confirm-dialog.tsx'
import { Dialog, DialogActions } from '../../ui/feedback/dialog.tsx'
import { FailureBox } from '../../ui/feedback/failure-box.tsx'
import { fieldErrors } from '../../ui/form/field-errors.ts'
import { useCan } from '../../ui/permissions/permitted.tsx'
import { grantableRoles } from './grantable-roles.ts'
import { roleChoicesOptions } from './users.queries.ts'

/**
 * Lets somebody in who waits, with a role. Only roles that the person signed in may grant are
 * offered.
 * @param props.onApproved called with the server's message
 */
export function ApproveDialog(props: {
  id: string
  name: string
  onClose: () => void
  onApproved: (message: string) => void
}) {
  const can = useCan()
  const mayList = can(permission('Roles', 'Roles', 'list'))
  const roles = useQuery(roleChoicesOptions(mayList))
  const choices = grantableRoles(roles.data?.rows ?? [], can)
  const [role, setRole] = useState('')
  const [missing, setMissing] = useState(false)
  const field = useRef<HTMLSelectElement>(null)
  const approve = useMutation({
    mutationFn: (chosen: string) =>
      call('accounts.approve', { params: { id: props.id }, body: { role: chosen } }),
    onSuccess: ({ message }) => props.onApproved(message),
    onError: () => field.current?.focus(),
  })
  const failure = approve.error ? toFailure(approve.error) : null
  const errors = fieldErrors(failure, ['role'])

  function submit() {
    if (approve.isPending) return
    setMissing(!role)
    if (!role) field.current?.focus()
    else approve.mutate(role)
  }

  return (
    <Dialog title={`Approve ${props.name}`} onClose={props.onClose}>
      <DialogForm onSubmit={submit}>
        {mayList ? (
          <>
            <p>{props.name} can sign in at once, and is told by mail.</p>
            <NativeSelect
              ref={field}
              data-autofocus
              label="Role"
              data={[
                { value: '', label: roles.isPending ? 'Loading …' : 'Choose a role' },
                ...choices,
              ]}
              value={role}
              onChange={(event) => setRole(event.currentTarget.value)}
              error={missing && !role ? 'Choose a role' : errors.fields['role']}
            />
          </>
        ) : (
          <p>
            To give {props.name} a role you need to see the roles: the permission Roles · Roles ·
            list, which your role doesn’t have.
          </p>
        )}
        <FailureBox
          failure={failure ?? (roles.error && toFailure(roles.error))}
          {...(failure && { lines: errors.rest })}
        />
        <DialogActions>
          <Button variant="default" onClick={props.onClose}>
            Cancel
          </Button>
          {mayList && (
            <Button type="submit" loading={approve.isPending}>
              Approve
            </Button>
          )}
        </DialogActions>
      </DialogForm>
    </Dialog>
  )
}
