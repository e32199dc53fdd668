import { useEffect, useEffectEvent } from 'react'

/** Hears the keys of the whole page while it is on. @param capture before everybody else */
export function useKeyDown(
  on: boolean,
  hear: (event: KeyboardEvent) => void,
  capture = false,
): void {
  const onKey = useEffectEvent(hear)
  useEffect(() => {
    if (!on) return
    const listen = (event: KeyboardEvent) => onKey(event)
    document.addEventListener('keydown', listen, { capture })
    return () => document.removeEventListener('keydown', listen, { capture })
  }, [on, capture])
}
