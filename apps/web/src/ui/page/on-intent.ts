import { isSparing } from '../../api/connection.ts'

const signs = ['pointermove', 'pointerdown', 'keydown', 'touchstart', 'wheel'] as const
/** Milliseconds after which the page has shown its first rows and nobody needs to have moved. */
const quietMs = 3000

const waiting = new Set<() => Promise<unknown>>()
let isListening = false
let isActive = false

/**
 * Loads what a person may open next as soon as they move, or the first rows have long been there, and the
 * browser is idle. Where data is saved, only a movement counts.
 * @param load its failure is left to whoever needs what it brings
 */
export function loadOnIntent(load: () => Promise<unknown>): void {
  waiting.add(load)
  if (isActive) soon()
  else if (!isListening) {
    isListening = true
    for (const sign of signs) window.addEventListener(sign, begin, { capture: true, passive: true })
    if (document.readyState === 'complete') quietly()
    else window.addEventListener('load', quietly, { once: true })
  }
}

function quietly(): void {
  setTimeout(() => {
    if (!isSparing()) begin()
  }, quietMs)
}

function begin(): void {
  if (isActive) return
  isActive = true
  for (const sign of signs) globalThis.window?.removeEventListener(sign, begin, { capture: true })
  soon()
}

/** One after the other, each when the browser is idle; Safari has no such call. */
function soon(): void {
  const next = () => {
    const [load] = waiting
    if (!load) return
    waiting.delete(load)
    load().catch(() => {})
    soon()
  }
  if ('requestIdleCallback' in globalThis) requestIdleCallback(next, { timeout: 1000 })
  else setTimeout(next, 100)
}
