import { useEffect } from 'react'
import { ToastContainer, toast as toastify } from 'react-toastify/unstyled'
import 'react-toastify/ReactToastify.css'
import './messages.css'
import { clearPlace, controlsInSight } from './clear-place.ts'
import { reachUndo, UndoNotice, WithName } from './undo-notice.tsx'

const notices = 'notices'
const toasts = 'toasts'

/** How long what was done can be undone, in milliseconds (decision 21). */
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

/** Takes a message away; without an id, every one. */
export const dismiss = (id?: string): void => toastify.dismiss(id)

/** What is put where it covers nothing: toasts, and on a telephone, which they would fill from side to side, notices with Undo. */
const placed = [
  { name: 'toast', within: '.Toastify__toast-container--top-right' },
  { name: 'notice', within: '.notices:has(.undo-notice)' },
] as const

/** Puts messages where they cover nothing that can be pressed, nor one another, once they have their size. */
function place(): void {
  requestAnimationFrame(() => {
    const { style, clientWidth } = document.documentElement
    const taken = controlsInSight()
    for (const { name, within } of placed) {
      const shown = document.querySelector(within)?.getBoundingClientRect()
      if (!shown || (name === 'notice' && clientWidth > 480)) continue
      const { width, height } = shown
      const { top, side } = clearPlace({ width, height }, { width: clientWidth }, taken, {
        top: 8,
        side: 16,
      })
      style.setProperty(`--${name}-top`, `${top}px`)
      style.setProperty(`--${name}-side`, `${side}px`)
      taken.push(new DOMRect(clientWidth - side - width, top, width, height))
    }
  })
}

/** Both channels of messages (messages.tsx), which are loaded when they are first wanted. */
export function MessageChannels() {
  useEffect(() => {
    document.addEventListener('keydown', reachUndo)
    const stop = toastify.onChange(({ status, containerId }) => {
      if (status === 'added' && (containerId === toasts || containerId === notices)) place()
    })
    return () => {
      document.removeEventListener('keydown', reachUndo)
      stop()
    }
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
