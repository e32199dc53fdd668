import { Button, Modal } from '@mantine/core'
import { t } from '@steward/i18n/reader'
import './dialog-styles.ts'
import { type ReactNode, type RefObject, useEffect, useRef } from 'react'
import { toFailure } from '../../api/failure.ts'
import { focusFirstError } from '../keys/focus-first-error.ts'
import classes from './dialog.module.css'
import { FailureBox } from './failure-box.tsx'
import { Form } from './form.tsx'
import { useFocusBack } from './use-focus-back.ts'
import { useTopmost } from './use-topmost.ts'

/**
 * A dialog with focus trap and Escape.
 * @param props.opened absent if mounted only while open
 * @param props.onClose absent if only its own button closes it
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
      // Its `<style>` would violate the content security policy.
      lockScroll={false}
    >
      <Modal.Overlay />
      <Modal.Content>
        {/* A div, since the header of Mantine's Modal would be a second banner landmark. */}
        <div className="row between gap-16" style={{ padding: '1rem' }}>
          <Modal.Title className="heading-size">{props.title}</Modal.Title>
          {onClose && <Modal.CloseButton aria-label={t('Close')} />}
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

export function DialogActions({ children }: { children: ReactNode }) {
  return <div className={classes.actions}>{children}</div>
}

export function DialogForm(props: {
  element?: RefObject<HTMLFormElement | null>
  onSubmit: () => unknown
  children: ReactNode
}) {
  return (
    <Form
      className={`grid one-column gap-16 ${classes.form}`}
      {...(props.element && { element: props.element })}
      onSubmit={props.onSubmit}
    >
      {props.children}
    </Form>
  )
}

interface FormDialogProps {
  opened?: boolean
  title: ReactNode
  action: string
  danger?: boolean | undefined
  pending?: boolean
  /** What was thrown; shown within the dialog, which stays open. */
  failure?: unknown
  onClose: () => void
  children: ReactNode
}

/**
 * A dialog with a form, Cancel and a submit button. The first field that is wrong gets the focus.
 * @param props.lines the failure's messages that no field shows; all unless given
 * @param props.focus the focused button, where no field is
 * @param props.onCancel called before it closes
 */
export function FormDialog(
  props: FormDialogProps & {
    disabled?: boolean
    lines?: readonly string[]
    belowFields?: ReactNode
    focus?: 'cancel' | 'action'
    onCancel?: () => void
    onSubmit: () => unknown
  },
) {
  const { failure, pending = false } = props
  const form = useRef<HTMLFormElement>(null)
  useEffect(() => {
    if (failure) focusFirstError(form.current)
  }, [failure])
  const submit = () => {
    void props.onSubmit()
    focusFirstError(form.current)
  }
  return (
    <Dialog opened={props.opened ?? true} title={props.title} onClose={props.onClose}>
      <DialogForm element={form} onSubmit={submit}>
        {props.children}
        <FailureBox
          failure={failure ? toFailure(failure) : null}
          {...(props.lines && { lines: props.lines })}
        />
        {props.belowFields}
        <DialogActions>
          <Button
            onClick={() => {
              props.onCancel?.()
              props.onClose()
            }}
            data-autofocus={props.focus === 'cancel' || undefined}
          >
            {t('Cancel')}
          </Button>
          <Button
            variant="filled"
            type="submit"
            {...(props.danger && { color: 'red.9' })}
            loading={pending}
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

/** A {@link FormDialog} without fields; the focus is on Cancel unless `focus` says otherwise. */
export const ConfirmDialog = (
  props: FormDialogProps & { focus?: 'cancel' | 'action'; onConfirm: () => void },
) => (
  <FormDialog focus="cancel" {...props} onSubmit={props.onConfirm}>
    <div>{props.children}</div>
  </FormDialog>
)
