import { useConnection } from './connection.ts'

/** How long a hidden tab keeps its stream open, in milliseconds. */
const hiddenFor = 10_000

/**
 * Watches when a tab should keep its stream open: while it is online and visible. A browser opens
 * six connections to one server for all its tabs, so hidden tabs must not hold one each.
 */
export function watchWanted(): {
  wanted: () => boolean
  /** Adds a listener of changes to that. */
  listen: (listener: () => void) => () => void
  stop: () => void
} {
  const listeners = new Set<() => void>()
  let looked = !document.hidden
  let timer: ReturnType<typeof setTimeout> | undefined
  const tell = () => {
    for (const listener of [...listeners]) listener()
  }
  const look = (now: boolean) => {
    if (looked === now) return
    looked = now
    tell()
  }
  const onVisibility = () => {
    clearTimeout(timer)
    if (!document.hidden) look(true)
    else timer = setTimeout(() => look(false), hiddenFor)
  }
  document.addEventListener('visibilitychange', onVisibility)
  const forget = useConnection.subscribe(tell)
  return {
    wanted: () => looked && useConnection.getState().online,
    listen: (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    stop: () => {
      clearTimeout(timer)
      document.removeEventListener('visibilitychange', onVisibility)
      forget()
    },
  }
}
