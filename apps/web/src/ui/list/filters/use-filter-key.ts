import { useEffect, useRef } from 'react'
import { isForPage, openRecord } from '../../keys/key-context.ts'

/** Hears `f` anywhere on the page but in fields, in what floats and below an open record: it adds a filter. */
export function useFilterKey(onAdd: () => void): void {
  const latest = useRef(onAdd)
  latest.current = onAdd
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.key !== 'f' || !isForPage(event)) return
      if (document.querySelector(openRecord)?.matches('[aria-modal=true]')) return
      event.preventDefault()
      latest.current()
    }
    document.addEventListener('keydown', onKey)
    return () => document.removeEventListener('keydown', onKey)
  }, [])
}
