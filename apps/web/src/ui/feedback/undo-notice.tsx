import { isModified } from '../keys/key-context.ts'

/** Focuses the newest Undo, also from within a field: it types nothing. */
const undoKey = 'F8'

let from: HTMLElement | null = null

/** On {@link undoKey}. */
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

export function UndoNotice(props: {
  text: string
  name: string | undefined
  onUndo: () => void
  /** With the focus, the notice stays. */
  onHold: () => void
  onLetGo: () => void
}) {
  return (
    <span className="toast-with-undo">
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
        Undo
      </button>
      <kbd aria-hidden>{undoKey}</kbd>
      <span className="toast-unseen">Press {undoKey} to undo.</span>
    </span>
  )
}

/** Adds the name unless the message has it. */
export const WithName = ({ text, name }: { text: string; name: string | undefined }) => (
  <span className="toast-with-name">
    <span>{text}</span>
    {name && !text.includes(name) && <bdi>{name}</bdi>}
  </span>
)
