import { useRef, useState } from 'react'
import { type Failure, toFailure } from '../../api/failure.ts'

/** The state of a form that is sent, for pages without query cache. */
export function useSending() {
  const [pending, setPending] = useState(false)
  const [failure, setFailure] = useState<Failure | null>(null)
  const isSending = useRef(false)
  /** Sends unless that is under way already; hands a failure to `refused` as well. */
  async function run(send: () => Promise<void>, refused?: (failure: Failure) => void) {
    if (isSending.current) return
    isSending.current = true
    setPending(true)
    setFailure(null)
    try {
      await send()
    } catch (thrown) {
      const failed = toFailure(thrown)
      setFailure(failed)
      refused?.(failed)
    } finally {
      isSending.current = false
      setPending(false)
    }
  }
  return { pending, failure, run }
}
