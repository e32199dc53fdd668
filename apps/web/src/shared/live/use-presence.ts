import { useEffect, useRef, useState } from 'react'
import { toFailure } from '../../api/failure.ts'
import { onceLeaving } from '../../api/leaving.ts'
import { useHasCall } from '../../api/missing-calls.ts'
import { type PresentPerson, sayGone, sayPresent } from '../../api/presence.ts'
import { randomKey } from '../../api/write-keys.ts'
import { type RecordAt, useLive } from './live-events.ts'

/** Milliseconds between two signs that a record is open here; the server forgets it after 30 seconds. */
const beat = 10_000

/** How long a record has to be open before the server is informed, in milliseconds. */
const settle = 300

const nobody: readonly PresentPerson[] = []

/** Whether the server knows of presence, as far as is known. */
export function useKnowsPresence(): boolean {
  const has = useHasCall('live.presence')
  const begun = useLive((state) => state.begun)
  return has && begun
}

/** Reports that a record is open here, and returns who else has it open; not while hidden. */
export function usePresence(at: RecordAt | null, editing: boolean): readonly PresentPerson[] {
  const [others, setOthers] = useState(nobody)
  const [tab] = useState(randomKey)
  const area = at?.area
  const record = at?.record
  const told = useKnowsPresence()
  const edits = useRef(editing)
  const sayAgain = useRef(() => {})

  useEffect(() => {
    if (edits.current === editing) return
    edits.current = editing
    sayAgain.current()
  }, [editing])

  useEffect(() => {
    if (!told || area === undefined || record === undefined) return
    let timer: ReturnType<typeof setTimeout> | undefined
    let said = false
    let refused = false
    const ending = new AbortController()
    const { signal } = ending
    const say = async () => {
      plan(beat)
      said = true
      try {
        const now = await sayPresent(tab, { area, record, editing: edits.current })
        if (!signal.aborted) setOthers(now)
      } catch (thrown) {
        const { status } = toFailure(thrown)
        refused = status === 401 || status === 403 || status === 404
        if (refused) clearTimeout(timer)
      }
    }
    const plan = (wait: number) => {
      clearTimeout(timer)
      if (!signal.aborted && !refused && !document.hidden)
        timer = setTimeout(() => void say(), wait)
    }
    const leave = () => {
      clearTimeout(timer)
      if (said) sayGone(tab)
      said = false
    }
    const onVisibility = () => (document.hidden ? leave() : plan(settle))
    const stops = [
      useLive.subscribe(({ presence }, before) => {
        if (presence === before.presence || !said) return
        // Delayed at random, as every tab gets this event at the same time.
        if (presence?.area === area && presence.record === record) plan(50 + Math.random() * 300)
      }),
      onceLeaving(leave),
    ]
    document.addEventListener('visibilitychange', onVisibility, { signal })
    window.addEventListener('pagehide', leave, { signal })
    sayAgain.current = () => plan(settle)
    plan(settle)
    return () => {
      leave()
      ending.abort()
      for (const stop of stops) stop()
      setOthers(nobody)
    }
  }, [told, area, record, tab])
  return others
}
