import { useCallback, useEffect, useRef, useState } from 'react'
import { type Failure, toFailure } from '../../api/failure.ts'

export interface Answer<T> {
  data: T | undefined
  failure: Failure | null
  retry: () => void
}

/** Asks the server once, for pages without query cache; `ask` must be a stable function. */
export function useFetchOnce<T>(ask: (signal: AbortSignal) => Promise<T>): Answer<T> {
  const [state, setState] = useState<Omit<Answer<T>, 'retry'>>({ data: undefined, failure: null })
  const last = useRef<AbortController>(null)
  const retry = useCallback(() => {
    last.current?.abort()
    last.current = new AbortController()
    const { signal } = last.current
    setState({ data: undefined, failure: null })
    ask(signal).then(
      (data) => signal.aborted || setState({ data, failure: null }),
      (thrown) => signal.aborted || setState({ data: undefined, failure: toFailure(thrown) }),
    )
  }, [ask])
  useEffect(() => {
    retry()
    return () => last.current?.abort()
  }, [retry])
  return { ...state, retry }
}
