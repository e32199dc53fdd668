import { isModified } from '../keys/key-context.ts'

/** Goes to the newest Undo from wherever the focus is, also from within a field: it types nothing. */
const undoKey = 'F8'

/** Where the focus was before {@link undoKey} took it. */
let from: HTMLElement | null = null

/** Gives the focus to the newest Undo, where there is one and its key was pressed. */
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

/** What was done, by the name of its record, and the button that takes it back. */
export function UndoNotice(props: {
  text: string
  name: string | undefined
  onUndo: () => void
  /** The button has the focus: the notice is to stay. */
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

/** A message with the name of what it is about beside it, unless the message has it. */
export const WithName = ({ text, name }: { text: string; name: string | undefined }) => (
  <span className="toast-with-name">
    <span>{text}</span>
    {name && !text.includes(name) && <bdi>{name}</bdi>}
  </span>
)
