import { isModified } from '../keys/key-context.ts'

/** The key that moves the focus to the newest action, also from text fields, as it types nothing. */
const actionKey = 'F8'

let from: HTMLElement | null = null

/** Moves the focus to the button of the newest notice that has one when {@link actionKey} is pressed. */
export function reachAction(event: KeyboardEvent): void {
  if (event.key !== actionKey || isModified(event)) return
  const button = [...document.querySelectorAll<HTMLElement>('.action-notice [data-act]')]
    .toSorted((one, other) => Number(one.dataset['act']) - Number(other.dataset['act']))
    .at(-1)
  if (!button) return
  event.preventDefault()
  const { activeElement } = document
  if (activeElement instanceof HTMLElement && !activeElement.matches('[data-act]'))
    from = activeElement
  button.focus()
}

function giveFocusBack(): void {
  if (from?.isConnected) from.focus()
  from = null
}

/** Names the bar of the time that is left, which the library names in English. */
const nameTimer = (words: string) => (notice: HTMLElement | null) => {
  const bar = notice?.closest('.Toastify__toast')?.querySelector('[role=progressbar]')
  bar?.setAttribute('aria-label', words)
}

/** What a notice offers, in words, with what the key does that leads to its button. */
interface ActionWords {
  action: string
  hint: string
  timer: string
  onAct: () => void
}

export function ActionNotice(props: {
  text: string
  name: string | undefined
  words: (key: string) => ActionWords
  /** Which notice of the page it is: the newest has the highest number. */
  number: number
  /** Called when the notice gets the focus: it stays until it loses the focus. */
  onHold: () => void
  onLetGo: () => void
}) {
  const { action, hint, timer, onAct } = props.words(actionKey)
  return (
    <span ref={nameTimer(timer)} className="toast-with-action row gap-12">
      <WithName text={props.text} name={props.name} />
      <button
        type="button"
        data-act={props.number}
        aria-keyshortcuts={actionKey}
        onClick={() => {
          giveFocusBack()
          onAct()
        }}
        onFocus={props.onHold}
        onBlur={props.onLetGo}
        onKeyDown={(event) => {
          if (event.key !== 'Escape') return
          event.stopPropagation()
          giveFocusBack()
        }}
      >
        {action}
      </button>
      <kbd aria-hidden>{actionKey}</kbd>
      <span className="unseen">{hint}</span>
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
