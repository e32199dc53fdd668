import { useEffect, useRef } from 'react'
import { isForPage } from '../keys/heard.ts'

/** Hears `f` anywhere on the page but in fields and in what floats: it adds a filter. */
export function useFilterKey(onAdd: () => void): void {
  const latest = useRef(onAdd)
  latest.current = onAdd
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.key !== 'f' || !isForPage(event)) return
      event.preventDefault()
      latest.current()
    }
    document.addEventListener('keydown', onKey)
    return () => document.removeEventListener('keydown', onKey)
  }, [])
}
