import type { ReactNode } from 'react'
import { ToastContainer, toast as toastify } from 'react-toastify/unstyled'
import 'react-toastify/ReactToastify.css'
import './messages.css'
import { isLackOfCall, isLeftToGuard, toFailure } from '../../api/failure.ts'

const notices = 'notices'
const toasts = 'toasts'

/** How long what was done can be undone, in milliseconds (decision 21). */
const undoTime = 8000

const show = (type: 'success' | 'error' | 'info') => (text: string) => {
  const role = type === 'error' ? 'alert' : 'status'
  toastify(text, { type, autoClose: 5000, containerId: toasts, role })
}

/** The toast channel: what an action came to, top right, five seconds (specification section 9). */
export const toast = { success: show('success'), error: show('error'), info: show('info') }

/**
 * The notice channel: a passing remark, top centre, three seconds (specification section 9). The
 * same words are not shown twice at once.
 */
export function notice(text: string): void {
  toastify(text, { containerId: notices, toastId: text, autoClose: 3000, role: 'alert' })
}

/**
 * A notice of its own kind: what was done, with a button that takes it back, for eight seconds.
 * @param undo called once, when the button is pressed
 */
export function undoable(text: string, undo: () => void): void {
  toastify(
    ({ closeToast }) => (
      <WithUndo
        text={text}
        onUndo={() => {
          closeToast()
          undo()
        }}
      />
    ),
    {
      type: 'success',
      containerId: notices,
      className: 'undo-notice',
      autoClose: undoTime,
      hideProgressBar: false,
      closeOnClick: false,
      closeButton: true,
      role: 'status',
    },
  )
}

/** The shared error display (specification section 8): one toast for each thing the failure says. */
export function showFailure(thrown: unknown): void {
  const failure = toFailure(thrown)
  if (isLeftToGuard(failure)) return
  if (isLackOfCall(failure)) {
    notice('This server doesn’t offer that.')
    return
  }
  for (const entry of failure.entries) toast.error(entry.msg)
}

/** Takes every message away. */
export const dismissMessages = (): void => toastify.dismiss()

/** Both channels; stands once, at the root, and outlives every page. */
export function Messages() {
  return (
    <>
      <ToastContainer
        containerId={notices}
        className="notices"
        position="top-center"
        autoClose={3000}
        theme="light"
        hideProgressBar
        closeButton={false}
        closeOnClick
        transition={false}
        hotKeys={() => false}
        aria-label="Notices"
      />
      <ToastContainer
        containerId={toasts}
        position="top-right"
        autoClose={5000}
        theme="light"
        draggable="touch"
        draggablePercent={80}
        aria-label="Messages"
      />
    </>
  )
}

function WithUndo({ text, onUndo }: { text: ReactNode; onUndo: () => void }) {
  return (
    <span className="toast-with-undo">
      <span>{text}</span>
      <button type="button" onClick={onUndo}>
        Undo
      </button>
    </span>
  )
}
