import { Button } from '@mantine/core'
import type { ReactNode } from 'react'
import type { Failure } from '../../api/failure.ts'
import { Form } from '../form/form.tsx'
import classes from './confirm-dialog.module.css'
import { Dialog, DialogActions } from './dialog.tsx'
import { FailureBox } from './failure-box.tsx'

/** A form within a dialog: its fields one below the other, its buttons last. */
export function DialogForm(props: { onSubmit: () => unknown; children: ReactNode }) {
  return (
    <Form className={classes.form} onSubmit={props.onSubmit}>
      {props.children}
    </Form>
  )
}

/**
 * Asks before something that can't be taken back.
 * @param props.title the question
 * @param props.children what will be the consequence
 * @param props.action what the button says
 * @param props.failure why it could not be done; the dialog stays
 */
export function ConfirmDialog(props: {
  title: ReactNode
  children: ReactNode
  action: string
  danger?: boolean
  pending: boolean
  failure: Failure | null
  onConfirm: () => void
  onClose: () => void
}) {
  return (
    <Dialog title={props.title} onClose={props.onClose}>
      <div className={classes.form}>
        <div>{props.children}</div>
        <FailureBox failure={props.failure} />
        <DialogActions>
          <Button variant="default" onClick={props.onClose} data-autofocus>
            Cancel
          </Button>
          <Button
            {...(props.danger ? { color: 'red.9' } : {})}
            loading={props.pending}
            onClick={() => {
              if (!props.pending) props.onConfirm()
            }}
          >
            {props.action}
          </Button>
        </DialogActions>
      </div>
    </Dialog>
  )
}
