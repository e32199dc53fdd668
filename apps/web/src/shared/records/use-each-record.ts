import { useQueryClient } from '@tanstack/react-query'
import { useCallback, useEffect, useRef, useState } from 'react'
import { isLeftToGuard, toFailure, wordsOf } from '../../api/failure.ts'
import type { Row } from '../../api/listing.ts'
import { reloadLists } from '../../api/record-cache.ts'
import { type Deletable, type Deletion, useSendDeletion } from './deletable.ts'

/** How far an action on several records is. */
export interface EachProgress {
  done: number
  failures: readonly { id: string; name: string; message: string }[]
  over: boolean
}

/**
 * Does something to several records, one after the other, where the server has no job for it. It ends
 * early where the server can't be reached, and with the component.
 * @returns how far it is, null before `go`; `stop` ends it after the record that is on its way
 */
export function useEachRecord<T>(of: Deletable<T>): {
  progress: EachProgress | null
  go: (action: Deletion, rows: readonly Row<T>[]) => Promise<void>
  stop: () => void
} {
  const client = useQueryClient()
  const send = useSendDeletion(of)
  const [progress, setProgress] = useState<EachProgress | null>(null)
  const stopped = useRef(false)
  const stop = useCallback(() => {
    stopped.current = true
  }, [])
  useEffect(() => stop, [stop])

  const go = async (action: Deletion, rows: readonly Row<T>[]) => {
    stopped.current = false
    let now: EachProgress = { done: 0, failures: [], over: false }
    setProgress(now)
    for (const { id, record } of rows) {
      if (stopped.current) break
      try {
        await send(action, id)
        now = { ...now, done: now.done + 1 }
        of.changed?.(client, id)
      } catch (thrown) {
        const failure = toFailure(thrown)
        if (isLeftToGuard(failure)) return
        const told = { id, name: of.name(record), message: wordsOf(failure) }
        now = { ...now, failures: [...now.failures, told] }
        if (failure.status === 0) stop()
      }
      setProgress(now)
    }
    setProgress({ ...now, over: true })
    void reloadLists(client, of.area)
  }
  return { progress, go, stop }
}
