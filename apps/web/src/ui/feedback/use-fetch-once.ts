import { useCallback, useEffect, useRef, useState } from 'react'
import { type Failure, toFailure } from '../../api/failure.ts'

/** What came of a question that is asked once. */
export interface Answer<T> {
  /** Undefined until it has come. */
  data: T | undefined
  failure: Failure | null
  /** Asks anew. */
  retry: () => void
}

/**
 * Asks the server one thing when a public page opens; these pages have no query cache.
 * @param ask has to stay the same function, or it is asked again
 */
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
