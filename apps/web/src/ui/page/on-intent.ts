const signs = ['pointermove', 'pointerdown', 'keydown', 'touchstart', 'wheel'] as const
const waiting = new Set<() => Promise<unknown>>()
let isListening = false
let isActive = false

/**
 * Loads what a person may open next as soon as they show that they are there, by any movement, and the
 * browser has nothing better to do. So it costs nothing before the first rows, and nobody waits for it.
 * @param load its failure is left to whoever needs what it brings
 */
export function loadOnIntent(load: () => Promise<unknown>): void {
  waiting.add(load)
  if (isActive) soon()
  else if (!isListening) {
    isListening = true
    for (const sign of signs) window.addEventListener(sign, begin, { capture: true, passive: true })
  }
}

function begin(): void {
  isActive = true
  for (const sign of signs) window.removeEventListener(sign, begin, { capture: true })
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
  if ('requestIdleCallback' in window) requestIdleCallback(next, { timeout: 1000 })
  else setTimeout(next, 100)
}
