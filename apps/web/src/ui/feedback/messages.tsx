import type { ReactNode } from 'react'
import { ToastContainer, toast as toastify } from 'react-toastify/unstyled'
import 'react-toastify/ReactToastify.css'
import './messages.css'
import { isLeftToGuard, toFailure } from '../../api/failure.ts'

/** How a toast differs from the usual. */
export interface ToastOptions {
  /** Takes the action back; shown as a button that also closes the toast. */
  undo?: () => void
  /** Milliseconds until it closes by itself, or false to stay; 5000 unless given (section 9). */
  autoClose?: number | false
}

const notices = 'notices'
const toasts = 'toasts'

function show(type: 'success' | 'error' | 'info', text: string, options: ToastOptions = {}): void {
  const { undo, autoClose = 5000 } = options
  toastify(
    undo
      ? ({ closeToast }) => (
          <WithUndo
            text={text}
            onUndo={() => {
              closeToast()
              undo()
            }}
          />
        )
      : text,
    { type, autoClose, containerId: toasts, role: type === 'error' ? 'alert' : 'status' },
  )
}

/** The toast channel: what an action came to, top right, five seconds (specification section 9). */
export const toast = {
  success: (text: string, options?: ToastOptions) => show('success', text, options),
  error: (text: string, options?: ToastOptions) => show('error', text, options),
  info: (text: string, options?: ToastOptions) => show('info', text, options),
}

/**
 * The notice channel: a passing remark, top centre, three seconds (specification section 9). The
 * same words are not shown twice at once.
 */
export function notice(text: string): void {
  toastify(text, { containerId: notices, toastId: text, autoClose: 3000, role: 'alert' })
}

/** The shared error display (specification section 8): one toast for each thing the failure says. */
export function showFailure(thrown: unknown): void {
  const failure = toFailure(thrown)
  if (isLeftToGuard(failure)) return
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
