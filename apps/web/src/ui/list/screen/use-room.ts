import { type RefObject, useLayoutEffect, useState } from 'react'
import { textScale } from '../../format/text-width.ts'

/** As wide as the last list was, which the next one will be as well. */
let last: number | null = null

/** How wide the parent of an element is within, in px, and whenever that changes; `first` is known before, null is unknown. */
export function useRoom(element: RefObject<HTMLElement | null>, first?: number): number | null {
  const [room, setRoom] = useState<number | null>(first ?? last)
  useLayoutEffect(() => {
    const current = element.current?.parentElement
    if (!current || typeof ResizeObserver === 'undefined') return
    const read = () => {
      // Nothing has a width where nothing is laid out.
      last = current.clientWidth || null
      // Text of another size leaves another room.
      textScale(true)
      setRoom(last)
    }
    read()
    const observer = new ResizeObserver(read)
    observer.observe(current)
    return () => observer.disconnect()
  }, [element])
  return room
}
