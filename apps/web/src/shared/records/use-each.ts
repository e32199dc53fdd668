import { useCallback, useEffect, useRef, useState } from 'react'
import { type Failure, isLeftToGuard, toFailure } from '../../api/failure.ts'

export interface EachProgress {
  done: number
  failures: readonly { id: string; name: string; failure: Failure }[]
  over: boolean
}

interface EachStep {
  id: string
  name: string
}

/**
 * Does something to several records one after the other, where the server has no job for it; ends early without
 * a connection or session.
 * @returns how far it came; not over where the session is
 */
export async function walkEach<S extends EachStep>(
  steps: readonly S[],
  send: (step: S) => Promise<void>,
  on: { progress?: (now: EachProgress) => void; stopped?: () => boolean } = {},
): Promise<EachProgress> {
  let now: EachProgress = { done: 0, failures: [], over: false }
  on.progress?.(now)
  for (const step of steps) {
    if (on.stopped?.()) break
    try {
      await send(step)
      now = { ...now, done: now.done + 1 }
    } catch (thrown) {
      const failure = toFailure(thrown)
      if (isLeftToGuard(failure)) return now
      const { id, name } = step
      now = { ...now, failures: [...now.failures, { id, name, failure }] }
      if (failure.status === 0) break
    }
    on.progress?.(now)
  }
  now = { ...now, over: true }
  on.progress?.(now)
  return now
}

/** {@link walkEach} for a component: null before `go`; `stop` ends it after the current record. */
export function useEach() {
  const [progress, setProgress] = useState<EachProgress | null>(null)
  const stopped = useRef(false)
  const stop = useCallback(() => {
    stopped.current = true
  }, [])
  useEffect(() => stop, [stop])
  const go = <S extends EachStep>(steps: readonly S[], send: (step: S) => Promise<void>) => {
    stopped.current = false
    return walkEach(steps, send, { progress: setProgress, stopped: () => stopped.current })
  }
  return { progress, go, stop }
}
