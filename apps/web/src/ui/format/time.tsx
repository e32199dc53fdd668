import { useSyncExternalStore } from 'react'
import { timeOf } from '../../api/read.ts'
import classes from './cells.module.css'
import { NoValue } from './text.tsx'
import { absoluteText, relativeText, shortText } from './time-text.ts'

const listeners = new Set<() => void>()
let timer: ReturnType<typeof setInterval> | undefined
let tick = Date.now()

/** One clock for every time on the page; it stands still while no time is shown. */
function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  if (timer === undefined) {
    // Nobody has looked since the last one that was shown went.
    tick = Date.now()
    timer = setInterval(() => {
      tick = Date.now()
      for (const each of listeners) each()
    }, 30_000)
  }
  return () => {
    listeners.delete(listener)
    if (listeners.size > 0) return
    clearInterval(timer)
    timer = undefined
  }
}

/** The time now, in epoch milliseconds, moving every half minute. */
export const useNow = (): number => useSyncExternalStore(subscribe, () => tick)

/**
 * A time: how far away it is, and the whole date on hover.
 * @param props.at ISO 8601 text or epoch milliseconds; what is no time shows a dash
 * @param props.whole writes date and time first, as in a drawer
 */
export function Time(props: { at: unknown; whole?: boolean }) {
  const now = useNow()
  const at = timeOf(props.at)
  if (at === null) return <NoValue />
  // A record made a moment ago may be newer than the last tick.
  const words = relativeText(at, at > now && at - now < 60_000 ? at : now)
  return (
    <time
      dateTime={new Date(at).toISOString()}
      className={classes.when}
      // Written for whoever comes near: a page of times in full takes longer than its rows.
      onPointerEnter={(event) => {
        event.currentTarget.title = absoluteText(at)
      }}
    >
      {props.whole ? `${shortText(at)} (${words})` : words}
    </time>
  )
}
