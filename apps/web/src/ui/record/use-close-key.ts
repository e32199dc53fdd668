import { type RefObject, useEffect, useRef } from 'react'
import {
  floating,
  hearFirst,
  isChoosing,
  isCovered,
  openRecord,
  targetOf,
  typed,
} from '../keys/key-context.ts'

/**
 * Closes a record by Escape, unless something that lies over it or floats is to be closed first.
 * @param on whether there is one to close
 * @param frame the part of the page, or the drawer, that shows it
 */
export function useCloseKey(
  on: boolean,
  frame: RefObject<HTMLElement | null>,
  onClose: () => void,
): void {
  const latest = useRef(onClose)
  latest.current = onClose
  useEffect(() => {
    if (!on) return
    hearFirst()
    const onKey = (event: KeyboardEvent) => {
      if (event.key !== 'Escape' || event.defaultPrevented || event.isComposing) return
      if (event.ctrlKey || event.metaKey || event.altKey || event.shiftKey) return
      if (isCovered(event) || isChoosing(event)) return
      const target = targetOf(event)
      if (target?.closest(floating) && !target.closest(openRecord)) return
      // Elsewhere, Escape in a field is the field's.
      if (target?.closest(typed) && !frame.current?.contains(target)) return
      event.preventDefault()
      latest.current()
    }
    document.addEventListener('keydown', onKey)
    return () => document.removeEventListener('keydown', onKey)
  }, [on, frame])
}
