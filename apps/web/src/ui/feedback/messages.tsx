import { useEffect } from 'react'
import { ToastContainer, toast as toastify } from 'react-toastify/unstyled'
import 'react-toastify/ReactToastify.css'
import './messages.css'
import { isLackOfCall, isLeftToGuard, toFailure } from '../../api/failure.ts'
import { noteAct } from './acts.ts'
import { reachUndo, UndoNotice, WithName } from './undo-notice.tsx'

const notices = 'notices'
const toasts = 'toasts'

/** How long what was done can be undone, in milliseconds (decision 21). */
const undoTime = 8000

const show = (type: 'success' | 'error' | 'info') => (text: string, name?: string) => {
  const role = type === 'error' ? 'alert' : 'status'
  const words = name === undefined ? text : <WithName text={text} name={name} />
  toastify(words, { type, autoClose: 5000, containerId: toasts, role })
}

/**
 * The toast channel: what an action came to, top right, five seconds (specification section 9). The
 * name of the record, where one is given, stands beside the message, which stays as it is.
 */
export const toast = { success: show('success'), error: show('error'), info: show('info') }

/**
 * The notice channel: a passing remark, top centre, three seconds (specification section 9). The
 * same words are not shown twice at once.
 */
export function notice(text: string): void {
  toastify(text, { containerId: notices, toastId: text, autoClose: 3000, role: 'alert' })
}

/**
 * A notice of its own kind: what was done, with a button that takes it back, for eight seconds. After
 * that it can still be taken back on a list, by its key.
 * @param undo called once, when the button or the key is pressed
 * @param name names the record
 */
export function undoable(text: string, undo: () => unknown, name?: string): void {
  const act = {
    undo: () => {
      toastify.dismiss(id)
      return undo()
    },
  }
  const forget = noteAct(act)
  const id = toastify(
    () => (
      <UndoNotice
        text={text}
        name={name}
        onUndo={() => {
          forget()
          act.undo()
        }}
        onHold={() => toastify.pause({ id })}
        onLetGo={() => toastify.play({ id })}
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
  useEffect(() => {
    document.addEventListener('keydown', reachUndo)
    return () => document.removeEventListener('keydown', reachUndo)
  }, [])
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
