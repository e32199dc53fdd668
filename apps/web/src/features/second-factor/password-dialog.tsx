import { Button } from '@mantine/core'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { DialogForm } from '../../ui/feedback/confirm-dialog.tsx'
import { Dialog, DialogActions } from '../../ui/feedback/dialog.tsx'
import { FailureBox } from '../../ui/feedback/failure-box.tsx'
import { fieldErrors } from '../../ui/form/field-errors.ts'
import { PasswordField } from '../../ui/form/password-field.tsx'
import { useWithPassword } from './use-with-password.ts'

/**
 * Asks for the own password before a change of how the account is secured.
 * @param props.children what is going to happen, and further fields
 * @param props.ready tells whether the further fields are filled in; focuses them where not
 * @param props.beside another way, above the buttons
 * @param props.act does it; what it throws stands in the dialog
 */
export function PasswordDialog<T>(props: {
  title: string
  action: string
  danger?: boolean
  children?: ReactNode
  beside?: ReactNode
  ready?: () => boolean
  act: (password: string) => Promise<T>
  onDone: (result: T) => void
  onClose: () => void
}) {
  const field = useRef<HTMLInputElement>(null)
  const [missing, setMissing] = useState(false)
  const { password, setPassword, pending, failure, submit } = useWithPassword(
    props.act,
    props.onDone,
  )
  const errors = fieldErrors(failure, ['password'])
  useEffect(() => {
    if (failure) field.current?.select()
  }, [failure])
  return (
    <Dialog title={props.title} onClose={props.onClose}>
      <DialogForm
        onSubmit={() => {
          const ready = props.ready?.() ?? true
          setMissing(password === '')
          if (!password) {
            if (ready) field.current?.focus()
          } else if (ready) submit()
        }}
      >
        {props.children}
        <PasswordField
          ref={field}
          data-autofocus
          label="Your password"
          description="To confirm that it’s you"
          value={password}
          onChange={(event) => setPassword(event.currentTarget.value)}
          error={missing && !password ? 'Enter your password' : errors.fields['password']}
        />
        <FailureBox failure={failure} lines={errors.rest} />
        {props.beside}
        <DialogActions>
          <Button variant="default" onClick={props.onClose}>
            Cancel
          </Button>
          <Button type="submit" loading={pending} {...(props.danger ? { color: 'red.9' } : {})}>
            {props.action}
          </Button>
        </DialogActions>
      </DialogForm>
    </Dialog>
  )
}
