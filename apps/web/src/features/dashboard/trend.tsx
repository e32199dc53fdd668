import { count, currentTranslator, t } from '@steward/i18n/reader'
import type { PointerEvent } from 'react'
import { timeOf } from '../../api/answers/read.ts'
import { dateFormat } from '../../ui/format/time-text.ts'
import classes from './dashboard.module.css'

const dayMs = 86_400_000

/** A day of a trend in UTC, as `Oct 25`; if `since` (its start) is unknown, the last is today. */
export function trendDay(since: unknown, index: number, days: number): string {
  const first = timeOf(since) ?? Date.now() - (days - 1) * dayMs
  const format = dateFormat({ day: 'numeric', month: 'short', timeZone: 'UTC' })
  return format.format(first + index * dayMs)
}

const height = 32
const gap = 1.5
const width = 120

/** A chart of new records for each day, oldest first; `at` is the selected day, null for none. */
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
    const { left, right, width: wide } = event.currentTarget.getBoundingClientRect()
    // The chart is mirrored where the page is read from the right.
    const along =
      currentTranslator().direction === 'ltr' ? event.clientX - left : right - event.clientX
    const day = Math.floor((along / wide) * days.length)
    onAt(Math.min(days.length - 1, Math.max(0, day)))
  }
  return (
    <span className={classes.trend} aria-hidden="true">
      <span className={classes.greatest}>{count(most)}</span>
      <svg
        className={classes.days}
        viewBox={`0 0 ${width} ${height}`}
        preserveAspectRatio="none"
        aria-hidden="true"
        onPointerMove={onMove}
        onPointerLeave={() => onAt(null)}
      >
        {days.map((value, index) => {
          // A day without records is still drawn, one pixel high.
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
      <span className="flex between gap-8">
        <span>{trendDay(since, 0, days.length)}</span>
        <span>{t('Today')}</span>
      </span>
    </span>
  )
}
