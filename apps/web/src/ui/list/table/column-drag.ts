import type { PointerEvent, RefObject } from 'react'
import { forward } from './resize-handle.tsx'

/** How far a pointer moves, in px, until it drags a column instead of pressing it. */
const least = 6

export interface Drag {
  key: string
  x: number
  to: number | null
  marked: HTMLElement | null
}

/** Moves columns by a mouse; returns the header row's handlers. */
export function columnDrag(
  drag: RefObject<Drag | null>,
  onMove: (key: string, to: number) => void,
) {
  const headsOf = (row: Element) => [...row.querySelectorAll<HTMLElement>('th[data-column]')]
  const clear = () => {
    if (drag.current?.marked) delete drag.current.marked.dataset['drop']
    drag.current = null
  }
  return {
    onPointerDown(event: PointerEvent<HTMLElement>) {
      const { target } = event
      const head = target instanceof Element && target.closest<HTMLElement>('th[data-column]')
      // Touch scrolls the table; it moves columns by the menu.
      if (event.button !== 0 || event.pointerType === 'touch' || !head || event.defaultPrevented)
        return
      drag.current = { key: head.dataset['column'] ?? '', x: event.clientX, to: null, marked: null }
    },
    onPointerMove(event: PointerEvent<HTMLElement>) {
      const { current } = drag
      if (!current || (current.to === null && Math.abs(event.clientX - current.x) < least)) return
      if (current.to === null) event.currentTarget.setPointerCapture(event.pointerId)
      const heads = headsOf(event.currentTarget)
      const over = heads.find((head) => {
        const { left, right, width } = head.getBoundingClientRect()
        return width > 0 && event.clientX >= left && event.clientX < right
      })
      if (current.marked && current.marked !== over) delete current.marked.dataset['drop']
      current.to ??= heads.findIndex((head) => head.dataset['column'] === current.key)
      if (!over) return
      const { left, width } = over.getBoundingClientRect()
      const isAfter = event.clientX > left + width / 2 === forward(over) > 0
      const others = heads.filter((head) => head.dataset['column'] !== current.key)
      const place = others.indexOf(over)
      current.to = place === -1 ? heads.indexOf(over) : place + (isAfter ? 1 : 0)
      over.dataset['drop'] = place === -1 ? '' : isAfter ? 'after' : 'before'
      current.marked = over
    },
    onPointerUp() {
      const { current } = drag
      clear()
      if (current?.to == null) return
      onMove(current.key, current.to)
    },
    onPointerCancel: clear,
  }
}
