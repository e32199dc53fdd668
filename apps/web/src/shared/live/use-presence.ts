import type { DataOf } from '@steward/contract/calls/endpoints'
import { useEffect, useRef, useState } from 'react'
import { onceLeaving } from '../../api/browser/leaving.ts'
import { bearer, readToken } from '../../api/browser/token.ts'
import { call } from '../../api/client.ts'
import { apiUrl } from '../../api/config.ts'
import { toFailure } from '../../api/failure.ts'
import { routeOf } from '../../api/known-routes.ts'
import { useHasCall } from '../../api/missing-calls.ts'
import { randomKey } from '../../api/write-keys.ts'
import { type RecordAt, useLive } from './live-events.ts'

/** Milliseconds between two signs that a record is open here; the server forgets it after 30 seconds. */
const beat = 10_000

/** How long a record has to be open before the server is informed, in milliseconds. */
const settle = 300

/** Another person who has the record open. */
export type PresentPerson = DataOf<'live.presence'>['others'][number]

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
  const isKnown = useKnowsPresence()
  const edits = useRef(editing)
  const sayAgain = useRef(() => {})

  useEffect(() => {
    if (edits.current === editing) return
    edits.current = editing
    sayAgain.current()
  }, [editing])

  useEffect(() => {
    if (!isKnown || area === undefined || record === undefined) return
    let timer: ReturnType<typeof setTimeout> | undefined
    let said = false
    let refused = false
    const ending = new AbortController()
    const { signal } = ending
    const say = async () => {
      plan(beat)
      said = true
      try {
        const open = { area, record, editing: edits.current }
        const { data } = await call('live.presence', { body: { tab, open } })
        if (!signal.aborted) setOthers(Array.isArray(data?.others) ? data.others : nobody)
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
  }, [isKnown, area, record, tab])
  return others
}

/** Reports that the record was closed, also while the page is unloaded; awaits no answer. */
function sayGone(tab: string): void {
  const token = readToken()
  if (token === null) return
  const { method, path } = routeOf('live.presence')
  void fetch(apiUrl(path), {
    method,
    headers: { 'Content-Type': 'application/json', ...bearer(token) },
    body: JSON.stringify({ tab, open: null }),
    keepalive: true,
  }).catch(() => {})
}
