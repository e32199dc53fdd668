import type { PointerEvent } from 'react'
import { forward } from './resize-handle.tsx'

/** How far a pointer moves, in px, until it drags a column instead of pressing it. */
const least = 6

/** Moves a column by a mouse (column drag), from the press on its heading until it is let go. */
export function dragColumn(
  event: PointerEvent<HTMLElement>,
  onMove: (key: string, to: number) => void,
): void {
  const { target, currentTarget: row, clientX: from } = event
  const pressed = target instanceof Element && target.closest<HTMLElement>('th[data-column]')
  // Touch scrolls the table; it moves columns by the menu.
  if (event.button !== 0 || event.pointerType === 'touch' || !pressed || event.defaultPrevented)
    return
  const key = pressed.dataset['column'] ?? ''
  const ending = new AbortController()
  const { signal } = ending
  let to: number | null = null
  let marked: HTMLElement | undefined
  const onPointerMove = ({ clientX, pointerId }: globalThis.PointerEvent) => {
    if (to === null && Math.abs(clientX - from) < least) return
    if (to === null) row.setPointerCapture(pointerId)
    const heads = [...row.querySelectorAll<HTMLElement>('th[data-column]')]
    const over = heads.find((head) => {
      const { left, right, width } = head.getBoundingClientRect()
      return width > 0 && clientX >= left && clientX < right
    })
    if (marked !== over) delete marked?.dataset['drop']
    to ??= heads.findIndex((head) => head.dataset['column'] === key)
    if (!over) return
    const { left, width } = over.getBoundingClientRect()
    const isAfter = clientX > left + width / 2 === forward(over) > 0
    const others = heads.filter((head) => head.dataset['column'] !== key)
    const place = others.indexOf(over)
    to = place === -1 ? heads.indexOf(over) : place + (isAfter ? 1 : 0)
    over.dataset['drop'] = place === -1 ? '' : isAfter ? 'after' : 'before'
    marked = over
  }
  const end = () => {
    ending.abort()
    delete marked?.dataset['drop']
  }
  row.addEventListener('pointermove', onPointerMove, { signal })
  window.addEventListener('pointercancel', end, { signal })
  const onPointerUp = () => {
    end()
    if (to !== null) onMove(key, to)
  }
  window.addEventListener('pointerup', onPointerUp, { signal })
}
