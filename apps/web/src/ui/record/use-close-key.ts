import { type RefObject, useEffect } from 'react'
import {
  floating,
  hearFirst,
  isChoosing,
  isCovered,
  isModified,
  openRecord,
  targetOf,
  typed,
} from '../keys/key-context.ts'
import { useDocumentKey } from '../keys/use-document-key.ts'

/** Closes a record on Escape, unless something above it closes first. */
export function useCloseKey(
  on: boolean,
  frame: RefObject<HTMLElement | null>,
  onClose: () => void,
): void {
  useEffect(hearFirst, [])
  useDocumentKey((event) => {
    if (event.key !== 'Escape' || event.defaultPrevented || event.isComposing) return
    if (isModified(event) || event.shiftKey || isCovered(event) || isChoosing(event)) return
    const target = targetOf(event)
    if (target?.closest(floating) && !target.closest(openRecord)) return
    if (target?.closest(typed) && !frame.current?.contains(target)) return
    event.preventDefault()
    onClose()
  }, on)
}
