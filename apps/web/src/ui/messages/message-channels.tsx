import { currentTranslator, t } from '@steward/i18n/reader'
import { type CloseButtonProps, ToastContainer, toast as toastify } from 'react-toastify/unstyled'
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
      closeButton: CloseMessage,
      role: 'status',
    },
  )
}

export const dismiss = (id?: string): void => toastify.dismiss(id)

/** As the library's own, which is named in English. */
function CloseMessage({ closeToast }: CloseButtonProps) {
  return (
    <button
      type="button"
      className="Toastify__close-button Toastify__close-button--light"
      aria-label={t('Close this message')}
      onClick={(event) => {
        event.stopPropagation()
        closeToast(true)
      }}
    >
      <svg aria-hidden="true" viewBox="0 0 14 16">
        <path d="M7.71 8.23l3.75 3.75-1.48 1.48-3.75-3.75-3.75 3.75L1 11.98l3.75-3.75L1 4.48 2.48 3l3.75 3.75L9.98 3l1.48 1.48-3.75 3.75z" />
      </svg>
    </button>
  )
}

/** Draws toasts and notices (messages.tsx); its code is loaded lazily. */
export function MessageChannels() {
  useDocumentKey(reachUndo)
  const isRtl = currentTranslator().direction === 'rtl'
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
        rtl={isRtl}
        aria-label={t('Notices')}
      />
      <ToastContainer
        containerId={toasts}
        position="top-right"
        autoClose={5000}
        theme="light"
        draggable="touch"
        draggablePercent={80}
        closeButton={CloseMessage}
        rtl={isRtl}
        aria-label={t('Messages')}
      />
    </>
  )
}
