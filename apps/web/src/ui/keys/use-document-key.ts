import { useEffect, useEffectEvent } from 'react'

/**
 * Hears each key that is pressed anywhere on the page, for as long as the component is there and `on`.
 * @param capture before what has the focus does
 */
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
