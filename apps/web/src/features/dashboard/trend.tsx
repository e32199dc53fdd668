import type { PointerEvent } from 'react'
import { count } from '../../ui/format/locale.ts'
import classes from './trend.module.css'
import { trendDay } from './trend-day.ts'

const height = 32
const gap = 1.5
const width = 120

/**
 * New records a day as columns, today at the right. Its scale is its own, from none at its foot to the greatest day,
 * which stands at its top.
 * @param props.days new records on each day, oldest first
 * @param props.since the first moment of the first day; ISO text or epoch milliseconds
 * @param props.at the day that is pointed at, by its place; null for none
 */
export function Trend(props: {
  days: readonly number[]
  since: unknown
  at: number | null
  onAt: (at: number | null) => void
}) {
  const { days, since, at, onAt } = props
  const most = Math.max(...days, 1)
  const step = width / days.length
  const onMove = (event: PointerEvent<SVGSVGElement>) => {
    const { left, width: wide } = event.currentTarget.getBoundingClientRect()
    const day = Math.floor(((event.clientX - left) / wide) * days.length)
    onAt(Math.min(days.length - 1, Math.max(0, day)))
  }
  return (
    <span className={classes.root} aria-hidden="true">
      <span className={classes.most}>{count(most)}</span>
      <svg
        className={classes.days}
        viewBox={`0 0 ${width} ${height}`}
        preserveAspectRatio="none"
        aria-hidden="true"
        onPointerMove={onMove}
        onPointerLeave={() => onAt(null)}
      >
        {days.map((value, index) => {
          // A day without any still has its mark, so that the row of days stays whole.
          const tall = value === 0 ? 1 : Math.max(2, (value / most) * height)
          return (
            <rect
              // biome-ignore lint/suspicious/noArrayIndexKey: a day is its place
              key={index}
              className={classes.day}
              data-none={value === 0 || undefined}
              data-at={index === at || undefined}
              x={index * step + gap / 2}
              y={height - tall}
              width={Math.max(0.5, step - gap)}
              height={tall}
            />
          )
        })}
      </svg>
      <span className={classes.ends}>
        <span>{trendDay(since, 0, days.length)}</span>
        <span>Today</span>
      </span>
    </span>
  )
}
