import { t } from '@steward/i18n/reader'
import { useId, useState, useSyncExternalStore } from 'react'
import { timeOf } from '../../api/answers/read.ts'
import classes from './cells.module.css'
import { NoValue } from './text.tsx'
import {
  absoluteText,
  countedDayText,
  dateText,
  isDay,
  relativeText,
  type TimeForm,
  timeWords,
  useTimeStyle,
} from './time-text.ts'

const listeners = new Set<() => void>()
let timer: ReturnType<typeof setInterval> | undefined
let tick = Date.now()

/** Subscribes to the one timer of all shown times; it runs only while there are subscribers. */
function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  if (timer === undefined) {
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

/** The current time in epoch milliseconds, updated every half minute. */
export const useNow = (): number => useSyncExternalStore(subscribe, () => tick)

/**
 * A time (time-text.ts), in full on hover.
 * @param props.at ISO 8601 or epoch milliseconds; invalid ones show a dash
 * @param props.whole whether date and time come first; it can then be focused
 * @param props.beside more text for the hover
 */
export function Time(
  props: Omit<TimeForm, 'style'> & {
    at: unknown
    whole?: boolean
    beside?: (at: number) => string | null
  },
) {
  const now = useNow()
  const style = useTimeStyle()
  const at = timeOf(props.at)
  if (at === null) return <NoValue />
  // A time may be newer than the timer's last tick.
  const seen = at > now && at - now < 60_000 ? at : now
  const isOfDay = props.day === true && isDay(at)
  if (props.whole) {
    const date = dateText(at, seen, props)
    const away = isOfDay ? null : relativeText(at, seen)
    return (
      <WholeTime
        at={at}
        isOfDay={isOfDay}
        words={away === null ? date : t('{date} ({away})', { date, away })}
        beside={props.beside?.(at) ?? null}
      />
    )
  }
  return (
    <time
      dateTime={isoOf(at, isOfDay)}
      className={classes.when}
      // On hover, since formatting all full times of a page takes longer than its rows.
      onPointerEnter={(event) => {
        event.currentTarget.title = isOfDay
          ? countedDayText(isoOf(at, true))
          : [absoluteText(at), props.beside?.(at)].filter(Boolean).join('\n')
      }}
    >
      {timeWords(at, seen, { ...props, style })}
    </time>
  )
}

const isoOf = (at: number, isOfDay: boolean) =>
  new Date(at).toISOString().slice(0, isOfDay ? 10 : undefined)

/** A time whose zone is shown on hover and focus; Escape hides it. */
function WholeTime(props: { at: number; isOfDay: boolean; words: string; beside: string | null }) {
  const [shown, setShown] = useState(false)
  const id = useId()
  const { at, isOfDay } = props
  const show = () => setShown(true)
  const hide = () => setShown(false)
  if (isOfDay) return <time dateTime={isoOf(at, true)}>{props.words}</time>
  return (
    <span className={`relative ${classes.wholeTime}`} onPointerEnter={show} onPointerLeave={hide}>
      <time
        dateTime={isoOf(at, false)}
        className={classes.when}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what is told on hover, the keyboard has to reach
        tabIndex={0}
        aria-describedby={id}
        onFocus={show}
        onBlur={hide}
        onKeyDown={(event) => {
          if (event.key !== 'Escape' || !shown) return
          event.stopPropagation()
          hide()
        }}
      >
        {props.words}
      </time>
      <span role="tooltip" id={id} className={classes.tip} hidden={!shown}>
        {absoluteText(at)}
        {props.beside !== null && <span className="block">{props.beside}</span>}
      </span>
    </span>
  )
}
