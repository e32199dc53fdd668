/** Waits for so many milliseconds, or until the signal. */
export const sleep = (ms: number, signal?: AbortSignal): Promise<void> =>
  new Promise((done) => {
    setTimeout(done, ms)
    signal?.addEventListener('abort', () => done(), { once: true })
  })
