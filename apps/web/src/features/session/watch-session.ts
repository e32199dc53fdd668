import { sessionLeft } from '../../api/browser/stored-session.ts'
import { readOwnToken, tokenExpiryKey, tokenKey } from '../../api/browser/token.ts'

/** The longest delay of a browser's timer, in milliseconds. */
const longest = 2 ** 31 - 1

/** Watches the stored session, also for other tabs' changes; returns a function that stops. */
export function watchSession(to: { onEnd: () => void; onReplaced: () => void }): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined
  let token = readOwnToken()

  function look(): void {
    clearTimeout(timer)
    const left = sessionLeft()
    if (left === 0) {
      to.onEnd()
      return
    }
    timer = setTimeout(look, Math.min(left, longest))
    if (readOwnToken() === token) return
    token = readOwnToken()
    to.onReplaced()
  }
  function onStorage(event: StorageEvent): void {
    // A null key means that everything was cleared.
    if (event.key === null || event.key === tokenKey || event.key === tokenExpiryKey) look()
  }

  look()
  document.addEventListener('visibilitychange', look)
  window.addEventListener('storage', onStorage)
  return () => {
    clearTimeout(timer)
    document.removeEventListener('visibilitychange', look)
    window.removeEventListener('storage', onStorage)
  }
}
