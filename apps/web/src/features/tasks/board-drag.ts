interface Drag {
  /** Called when the card is lifted: the pointer then causes no click. */
  onLift: () => void
  /** @param status of the column under the pointer; null for none */
  onOver: (status: string | null) => void
  /** @param status of the column that it was dropped on; null where it was given up */
  onDrop: (status: string | null) => void
}

/** Pixels that a mouse goes before it drags, and that a finger may go while it rests. */
const slack = 6

/** Milliseconds that a finger rests on a card before it lifts it: shorter is the way to scroll. */
const restMs = 300

/** Pixels from the edge of the board within which it scrolls, and how far at once. */
const edge = 40
const step = 8

const statusAt = (x: number, y: number): string | null =>
  document.elementFromPoint(x, y)?.closest<HTMLElement>('[data-column]')?.dataset['column'] ?? null

/** Lets a pointer drag a card. Touch screens lack the events of HTML drag and drop. */
export function followPointer(
  start: PointerEvent,
  card: HTMLElement,
  ghostClass: string,
  { onLift, onOver, onDrop }: Drag,
): void {
  const isTouch = start.pointerType !== 'mouse'
  const from = card.getBoundingClientRect()
  const board = card.closest<HTMLElement>('[data-board]')
  let ghost: HTMLElement | null = null
  let at = { x: start.clientX, y: start.clientY }
  let scrolling: ReturnType<typeof setInterval> | undefined

  const place = () => {
    if (!ghost) return
    ghost.style.left = `${from.left + at.x - start.clientX}px`
    ghost.style.top = `${from.top + at.y - start.clientY}px`
    onOver(statusAt(at.x, at.y))
  }
  const scroll = () => {
    if (!board) return
    const { left, right } = board.getBoundingClientRect()
    if (at.x < left + edge) board.scrollLeft -= step
    else if (at.x > right - edge) board.scrollLeft += step
  }
  const lift = () => {
    ghost = card.cloneNode(true) as HTMLElement
    ghost.removeAttribute('data-row')
    ghost.setAttribute('aria-hidden', 'true')
    ghost.classList.add(ghostClass)
    ghost.style.width = `${from.width}px`
    document.body.append(ghost)
    scrolling = setInterval(scroll, 16)
    onLift()
    place()
  }
  const resting = isTouch ? setTimeout(lift, restMs) : undefined
  const end = (status: string | null) => {
    clearTimeout(resting)
    clearInterval(scrolling)
    listening.abort()
    const lifted = ghost !== null
    ghost?.remove()
    if (lifted) onDrop(status)
  }
  const onMove = (event: PointerEvent) => {
    if (event.pointerId !== start.pointerId) return
    at = { x: event.clientX, y: event.clientY }
    if (ghost) return place()
    const isFar = Math.hypot(at.x - start.clientX, at.y - start.clientY) > slack
    if (isFar && isTouch) end(null)
    else if (isFar) lift()
  }
  const listening = new AbortController()
  const on = <K extends keyof WindowEventMap>(
    name: K,
    hear: (event: WindowEventMap[K]) => void,
    how: AddEventListenerOptions = {},
  ) => window.addEventListener(name, hear, { ...how, signal: listening.signal })
  on('pointermove', onMove)
  on('pointerup', ({ pointerId, clientX, clientY }) => {
    if (pointerId === start.pointerId) end(statusAt(clientX, clientY))
  })
  on('pointercancel', () => end(null))
  on('blur', () => end(null))
  const onKey = (event: KeyboardEvent) => {
    if (event.key !== 'Escape' || !ghost) return
    event.preventDefault()
    event.stopPropagation()
    end(null)
  }
  on('keydown', onKey, { capture: true })
  // A finger that has lifted a card neither scrolls nor opens the browser's menu.
  const hold = (event: Event) => ghost && event.preventDefault()
  on('touchmove', hold, { passive: false })
  on('contextmenu', hold)
}
