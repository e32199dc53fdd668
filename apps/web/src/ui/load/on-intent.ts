import { isSparing } from '../../api/browser/connection.ts'

const signs = ['pointermove', 'pointerdown', 'keydown', 'touchstart', 'wheel'] as const
/** How long until the first rows are assumed to be shown, in milliseconds. */
const quietMs = 3000

const waiting = new Set<() => Promise<unknown>>()
let isListening = false
let isActive = false

/**
 * Calls `load` after the first movement or when quiet; where data is saved, after movement only.
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

/** Runs waiting loads one by one when the browser is idle; Safari has no requestIdleCallback. */
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
