/**
 * Turns Ctrl-C into a signal to stop at the next good place; a second one ends the program.
 * @param words what happens now
 * @returns the signal, and a function that gives Ctrl-C back
 */
export function onInterrupt(words = 'Stopping after the current rows'): {
  signal: AbortSignal
  release: () => void
} {
  const controller = new AbortController()
  const stop = () => {
    if (controller.signal.aborted) process.exit(130)
    controller.abort()
    process.stderr.write(`\n${words} (press again to stop immediately)\n`)
  }
  process.on('SIGINT', stop)
  process.on('SIGTERM', stop)
  return {
    signal: controller.signal,
    release: () => {
      process.off('SIGINT', stop)
      process.off('SIGTERM', stop)
    },
  }
}
