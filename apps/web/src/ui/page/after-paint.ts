/** Milliseconds after which nothing waits for a paint any more: a window that nobody sees paints nothing. */
const maxMs = 100

/** Does something once, after the next paint. */
export function afterPaint(work: () => void): void {
  let isDone = false
  const once = () => {
    if (isDone) return
    isDone = true
    clearTimeout(timer)
    work()
  }
  const timer = setTimeout(once, maxMs)
  requestAnimationFrame(() => setTimeout(once))
}
