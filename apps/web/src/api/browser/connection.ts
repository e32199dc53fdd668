import { create } from 'zustand'

/**
 * Whether the browser has a connection. It is taken to have one at the start, whatever
 * `navigator.onLine` says then: the page itself has just come from somewhere, if only from this very
 * machine. From then on the browser's events count. They know of cables and not of servers: a call
 * that fails while this is true fails as `unreachable`.
 */
export const useConnection = create<{ online: boolean }>()(() => ({ online: true }))

/** Whether the browser is online now. */
export const isOnline = (): boolean => useConnection.getState().online

/** Whether nothing may be loaded ahead of need: offline, or where the person saves data. */
export function isSparing(): boolean {
  const { connection } = navigator as { connection?: { saveData?: boolean } }
  return !isOnline() || connection?.saveData === true
}

/** Follows the browser's connection from now on, once for the whole app. */
export function watchConnection(): void {
  window.addEventListener('offline', () => useConnection.setState({ online: false }))
  window.addEventListener('online', () => useConnection.setState({ online: true }))
}

/**
 * Calls back when the connection is next there; not at once, should it be there already.
 * @returns forgets it
 */
export function onceOnline(listener: () => void): () => void {
  const stop = useConnection.subscribe(({ online }) => {
    if (!online) return
    stop()
    listener()
  })
  return stop
}
