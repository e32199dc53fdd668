/** Does something a minute after the start and then again and again, until it is stopped. */
export function periodically(
  everyMs: number,
  work: (stopping: AbortSignal) => Promise<void>,
  onError: (error: unknown) => void,
): { stop(): Promise<void> } {
  const stopping = new AbortController()
  let running = Promise.resolve()
  const run = () => {
    running = work(stopping.signal).catch(onError)
    timer = setTimeout(run, everyMs).unref()
  }
  let timer = setTimeout(run, 60_000).unref()
  return {
    stop: async () => {
      clearTimeout(timer)
      stopping.abort()
      await running
    },
  }
}
