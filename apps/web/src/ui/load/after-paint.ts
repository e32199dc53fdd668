/** How long to wait for a paint, in milliseconds; hidden windows never paint. */
const maxMs = 100

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
