import { ToastContainer, toast as toastify } from 'react-toastify/unstyled'
import 'react-toastify/ReactToastify.css'
import './messages.css'
import { useDocumentKey } from '../keys/use-document-key.ts'
import { reachUndo, UndoNotice, WithName } from './undo-notice.tsx'

const notices = 'notices'
const toasts = 'toasts'

/** How long an action can be undone, in milliseconds (decision 21). */
const undoTime = 8000

export function showToast(type: 'success' | 'error' | 'info', text: string, name?: string): void {
  const role = type === 'error' ? 'alert' : 'status'
  const words = name === undefined ? text : <WithName text={text} name={name} />
  toastify(words, { type, autoClose: 5000, containerId: toasts, role })
}

export function showNotice(text: string): void {
  toastify(text, { containerId: notices, toastId: text, autoClose: 3000, role: 'alert' })
}

export function showUndoable(given: {
  id: string
  text: string
  name: string | undefined
  onUndo: () => void
}): void {
  const { id } = given
  toastify(
    () => (
      <UndoNotice
        text={given.text}
        name={given.name}
        onUndo={given.onUndo}
        onHold={() => toastify.pause({ id })}
        onLetGo={() => toastify.play({ id })}
      />
    ),
    {
      type: 'success',
      toastId: id,
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

export const dismiss = (id?: string): void => toastify.dismiss(id)

/** Draws toasts and notices (messages.tsx); its code is loaded lazily. */
export function MessageChannels() {
  useDocumentKey(reachUndo)
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
