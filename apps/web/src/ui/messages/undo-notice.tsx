import { t } from '@steward/i18n/reader'
import { isModified } from '../keys/key-context.ts'

/** The key that moves the focus to the newest Undo, also from text fields, as it types nothing. */
const undoKey = 'F8'

let from: HTMLElement | null = null

/** Moves the focus to the newest Undo button when {@link undoKey} is pressed. */
export function reachUndo(event: KeyboardEvent): void {
  if (event.key !== undoKey || isModified(event)) return
  const button = [...document.querySelectorAll<HTMLElement>('.undo-notice [data-undo]')].at(-1)
  if (!button) return
  event.preventDefault()
  const { activeElement } = document
  if (activeElement instanceof HTMLElement && !activeElement.matches('[data-undo]'))
    from = activeElement
  button.focus()
}

function giveFocusBack(): void {
  if (from?.isConnected) from.focus()
  from = null
}

/** Names the bar of the time that is left, which the library names in English. */
function nameTimer(notice: HTMLElement | null): void {
  const bar = notice?.closest('.Toastify__toast')?.querySelector('[role=progressbar]')
  bar?.setAttribute('aria-label', t('Time left to undo'))
}

export function UndoNotice(props: {
  text: string
  name: string | undefined
  onUndo: () => void
  /** Called when the notice gets the focus: it stays until it loses the focus. */
  onHold: () => void
  onLetGo: () => void
}) {
  return (
    <span ref={nameTimer} className="toast-with-undo row gap-12">
      <WithName text={props.text} name={props.name} />
      <button
        type="button"
        data-undo
        aria-keyshortcuts={undoKey}
        onClick={() => {
          giveFocusBack()
          props.onUndo()
        }}
        onFocus={props.onHold}
        onBlur={props.onLetGo}
        onKeyDown={(event) => {
          if (event.key !== 'Escape') return
          event.stopPropagation()
          giveFocusBack()
        }}
      >
        {t('Undo')}
      </button>
      <kbd aria-hidden>{undoKey}</kbd>
      <span className="unseen">{t('Press {key} to undo.', { key: undoKey })}</span>
    </span>
  )
}

/** A message followed by a record's name, unless the message already contains it. */
export const WithName = ({ text, name }: { text: string; name: string | undefined }) => (
  <span className="toast-with-name flex wrap">
    <span>{text}</span>
    {name && !text.includes(name) && <bdi>{name}</bdi>}
  </span>
)
