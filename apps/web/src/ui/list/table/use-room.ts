import { type RefObject, useLayoutEffect, useState } from 'react'
import { textScale } from '../../format/text-width.ts'

/** The width of the last list, as the next one will be as wide. */
let last: number | null = null

/** How wide the parent of an element is within, in px, and whenever that changes; `first` is known before, null is unknown. */
export function useRoom(element: RefObject<HTMLElement | null>, first?: number): number | null {
  const [room, setRoom] = useState<number | null>(first ?? last)
  useLayoutEffect(() => {
    const current = element.current?.parentElement
    if (!current || typeof ResizeObserver === 'undefined') return
    const read = () => {
      // Without layout, as in tests, nothing has a width.
      last = current.clientWidth || null
      // Text of another size leaves another width for columns.
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
