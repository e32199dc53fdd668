import { useEffect, useRef } from 'react'

/** Hears each key that is pressed anywhere on the page, for as long as the component is there. */
export function useDocumentKey(onKey: (event: KeyboardEvent) => void): void {
  const latest = useRef(onKey)
  latest.current = onKey
  useEffect(() => {
    const hear = (event: KeyboardEvent) => latest.current(event)
    document.addEventListener('keydown', hear)
    return () => document.removeEventListener('keydown', hear)
  }, [])
}
