import type { OwnCall } from '@steward/contract/calls/specified-calls'
import { useCallback, useEffect, useRef, useState } from 'react'
import { type Failure, isLackOfCall, toFailure } from '../../api/failure.ts'
import { hasCall } from '../../api/missing-calls.ts'

export interface Answer<T> {
  data: T | undefined
  failure: Failure | null
  retry: () => void
}

/**
 * Makes a call once, for pages without query cache.
 * @param ask makes the call; a stable function
 * @param lacking the data where the server lacks the call; a stable value
 */
export function useFetchOnce<T>(
  name: OwnCall,
  ask: (signal: AbortSignal) => Promise<T>,
  lacking: T,
): Answer<T> {
  const [state, setState] = useState<Omit<Answer<T>, 'retry'>>({ data: undefined, failure: null })
  const last = useRef<AbortController>(null)
  const retry = useCallback(() => {
    last.current?.abort()
    last.current = new AbortController()
    const { signal } = last.current
    setState({ data: undefined, failure: null })
    const answered = hasCall(name) ? ask(signal) : Promise.resolve(lacking)
    answered.then(
      (data) => signal.aborted || setState({ data, failure: null }),
      (thrown) => {
        if (signal.aborted) return
        const failure = toFailure(thrown)
        setState(
          isLackOfCall(failure) ? { data: lacking, failure: null } : { data: undefined, failure },
        )
      },
    )
  }, [name, ask, lacking])
  useEffect(() => {
    retry()
    return () => last.current?.abort()
  }, [retry])
  return { ...state, retry }
}
