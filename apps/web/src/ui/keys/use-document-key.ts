import { useEffect, useEffectEvent } from 'react'

/** Listens for keys anywhere while mounted and `on`; with `capture`, before the focused element. */
export function useDocumentKey(
  onKey: (event: KeyboardEvent) => void,
  on = true,
  capture = false,
): void {
  const latest = useEffectEvent(onKey)
  useEffect(() => {
    if (!on) return
    const hear = (event: KeyboardEvent) => latest(event)
    document.addEventListener('keydown', hear, { capture })
    return () => document.removeEventListener('keydown', hear, { capture })
  }, [on, capture])
}
