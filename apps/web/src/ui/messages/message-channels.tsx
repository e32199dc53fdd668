import { currentTranslator, t } from '@steward/i18n/reader'
import type { ComponentProps } from 'react'
import {
  type CloseButtonProps,
  ToastContainer,
  type ToastOptions,
  toast as toastify,
} from 'react-toastify/unstyled'
import 'react-toastify/ReactToastify.css'
import './messages.css'
import type { Failure } from '../../api/failure.ts'
import { useDocumentKey } from '../keys/use-document-key.ts'
import { askFor } from '../permissions/ask-for.ts'
import { lackingIn } from '../permissions/lacking.ts'
import { ActionNotice, reachAction, WithName } from './action-notice.tsx'

const notices = 'notices'
const toasts = 'toasts'

/** How long an action can be undone, in milliseconds (decision 21). */
const undoTime = 8000
/** How long a refusal offers to ask: it is longer to read, and nothing else waits for it. */
const askTime = 20_000

export function showToast(type: 'success' | 'error' | 'info', text: string, name?: string): void {
  const role = type === 'error' ? 'alert' : 'status'
  const words = name === undefined ? text : <WithName text={text} name={name} />
  toastify(words, { type, autoClose: 5000, containerId: toasts, role })
}

export function showNotice(text: string): void {
  toastify(text, { containerId: notices, toastId: text, autoClose: 3000, role: 'alert' })
}

interface WithAction {
  id: string
  text: string
}

export function showUndoable(
  given: WithAction & { name: string | undefined; onUndo: () => void },
): void {
  const { onUndo: onAct, ...notice } = given
  const options = { type: 'success', autoClose: undoTime, role: 'status' } as const
  showWithAction(notices, notice, options, (key) => ({
    action: t('Undo'),
    hint: t('Press {key} to go to Undo.', { key }),
    timer: t('Time left to undo'),
    onAct,
  }))
}

let askables = 0

/** Shows what a failure says, with a button that asks colleagues for what is lacking, where that can be asked for. */
export function showRefusal(text: string, failure: Failure): void {
  const lacking = lackingIn(failure)
  if (!lacking) {
    showToast('error', text)
    return
  }
  // What is refused next is what the person is at.
  dismiss(`askable-${askables}`)
  askables += 1
  const id = `askable-${askables}`
  const options = { type: 'error', autoClose: askTime, role: 'alert' } as const
  // It is longer than a notice has room for.
  showWithAction(toasts, { id, text }, options, (key) => ({
    action: t('Ask for this…'),
    hint: t('Press {key} to go to the button.', { key }),
    timer: t('Time left to ask'),
    onAct: () => {
      dismiss(id)
      askFor(lacking)
    },
  }))
}

let withAction = 0

function showWithAction(
  containerId: string,
  { id, text, name }: WithAction & { name?: string | undefined },
  options: Pick<ToastOptions, 'type' | 'autoClose' | 'role'>,
  words: ComponentProps<typeof ActionNotice>['words'],
): void {
  withAction += 1
  const number = withAction
  toastify(
    () => (
      <ActionNotice
        number={number}
        text={text}
        name={name}
        words={words}
        onHold={() => toastify.pause({ id })}
        onLetGo={() => toastify.play({ id })}
      />
    ),
    {
      ...options,
      toastId: id,
      containerId,
      className: 'action-notice',
      hideProgressBar: false,
      closeOnClick: false,
      closeButton: CloseMessage,
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
  useDocumentKey(reachAction)
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
