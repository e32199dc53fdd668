import { create } from 'zustand'

/** How long a call may take before the person is notified, in milliseconds. */
export const slowAfter = 8000

/** A call that the server takes long to answer. */
export interface SlowCall {
  /** Whether the call changes something, which may have happened although no answer has come. */
  changes: boolean
  /** Gives up this try and makes the call anew; null where that could do something twice. */
  askAgain: (() => void) | null
}

/**
 * The calls that have been under way for longer than {@link slowAfter}. They go on: calls have no
 * default timeout (specification section 7).
 */
export const useSlowCalls = create<{ slow: readonly SlowCall[] }>()(() => ({ slow: [] }))

const timers = new Set<ReturnType<typeof setTimeout>>()

/** Forgets what is under way: it is of a session that is over. */
export function forgetSlowCalls(): void {
  for (const timer of timers) clearTimeout(timer)
  timers.clear()
  useSlowCalls.setState({ slow: [] })
}

/** Notes a call that begins; returns a function to call at its end, however it ends. */
export function watchCall(call: SlowCall): () => void {
  const timer = setTimeout(
    () => useSlowCalls.setState(({ slow }) => ({ slow: [...slow, call] })),
    slowAfter,
  )
  timers.add(timer)
  return () => {
    clearTimeout(timer)
    timers.delete(timer)
    if (!useSlowCalls.getState().slow.includes(call)) return
    useSlowCalls.setState(({ slow }) => ({ slow: slow.filter((each) => each !== call) }))
  }
}
