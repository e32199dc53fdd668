import { Button, Modal } from '@mantine/core'
import './dialog-styles.ts'
import type { ReactNode } from 'react'
import type { Failure } from '../../api/failure.ts'
import { Form } from '../form/form.tsx'
import classes from './dialog.module.css'
import { FailureBox } from './failure-box.tsx'
import { useFocusBack } from './use-focus-back.ts'
import { useTopmost } from './use-topmost.ts'

/**
 * A dialog over the page: keeps the focus, closes by Escape, gives the focus back.
 * @param props.opened absent for one that is drawn only while it is open
 * @param props.onClose absent for one that only its own button closes
 */
export function Dialog(props: {
  opened?: boolean
  onClose?: () => void
  title: ReactNode
  size?: 'md' | 'lg' | 'xl' | 'picture'
  children: ReactNode
}) {
  const { opened = true, onClose } = props
  const topmost = useTopmost(opened)
  return (
    <Modal.Root
      opened={opened}
      closeOnEscape={topmost && onClose !== undefined}
      closeOnClickOutside={onClose !== undefined}
      onClose={() => onClose?.()}
      size={props.size === 'picture' ? 'min(64rem, 96vw)' : (props.size ?? 'md')}
      lockScroll={false}
    >
      <Modal.Overlay backgroundOpacity={0.4} />
      <Modal.Content>
        {/* Not Mantine's own header, which would be a second banner of the page. */}
        <div className={classes.header}>
          <Modal.Title className={classes.title}>{props.title}</Modal.Title>
          {onClose && <Modal.CloseButton aria-label="Close" />}
        </div>
        <Modal.Body>
          <FocusBack />
          {props.children}
        </Modal.Body>
      </Modal.Content>
    </Modal.Root>
  )
}

function FocusBack() {
  useFocusBack()
  return null
}

/** The buttons at the foot of a dialog. */
export function DialogActions({ children }: { children: ReactNode }) {
  return <div className={classes.actions}>{children}</div>
}

/** A form within a dialog: its fields one below the other, its buttons last. */
export function DialogForm(props: { onSubmit: () => unknown; children: ReactNode }) {
  return (
    <Form className={classes.form} onSubmit={props.onSubmit}>
      {props.children}
    </Form>
  )
}

interface FormDialogProps {
  opened?: boolean
  title: ReactNode
  /** What the button says. */
  action: string
  danger?: boolean | undefined
  pending: boolean
  /** Why it could not be done; the dialog stays. */
  failure: Failure | null
  onClose: () => void
  children: ReactNode
}

/**
 * A dialog with a form, Cancel, and a button that sends it.
 * @param props.lines of the failure, what no field shows; all of it unless given
 * @param props.beside another way to the same end, above the buttons
 * @param props.focus the button that has the focus, where no field has it
 * @param props.onCancel called by Cancel before it closes
 */
export function FormDialog(
  props: FormDialogProps & {
    disabled?: boolean
    lines?: readonly string[]
    beside?: ReactNode
    focus?: 'cancel' | 'action'
    onCancel?: () => void
    onSubmit: () => unknown
  },
) {
  return (
    <Dialog opened={props.opened ?? true} title={props.title} onClose={props.onClose}>
      <DialogForm onSubmit={props.onSubmit}>
        {props.children}
        <FailureBox failure={props.failure} {...(props.lines && { lines: props.lines })} />
        {props.beside}
        <DialogActions>
          <Button
            variant="default"
            onClick={() => {
              props.onCancel?.()
              props.onClose()
            }}
            data-autofocus={props.focus === 'cancel' || undefined}
          >
            Cancel
          </Button>
          <Button
            type="submit"
            {...(props.danger && { color: 'red.9' })}
            loading={props.pending}
            disabled={props.disabled === true}
            data-autofocus={props.focus === 'action' || undefined}
          >
            {props.action}
          </Button>
        </DialogActions>
      </DialogForm>
    </Dialog>
  )
}

/** Asks before something; Cancel has the focus unless said otherwise. */
export const ConfirmDialog = (
  props: FormDialogProps & { focus?: 'cancel' | 'action'; onConfirm: () => void },
) => (
  <FormDialog focus="cancel" {...props} onSubmit={props.onConfirm}>
    <div>{props.children}</div>
  </FormDialog>
)
