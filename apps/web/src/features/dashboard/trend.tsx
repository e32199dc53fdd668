import { timeOf } from '../../api/read.ts'
import { count } from '../../ui/format/locale.ts'
import classes from './trend.module.css'

const day = 86_400_000
const height = 32
const gap = 1.5

/**
 * New records a day as columns, today at the right. Its scale is its own: it shows the course, and
 * the words beside it the amount.
 * @param props.days new records on each day, oldest first
 * @param props.since the first moment of the first day; ISO text or epoch milliseconds
 */
export function Trend(props: { days: readonly number[]; since: unknown }) {
  const { days } = props
  const since = timeOf(props.since) ?? Date.now() - (days.length - 1) * day
  const most = Math.max(...days, 1)
  const width = 120
  const step = width / days.length
  return (
    <svg
      className={classes.root}
      viewBox={`0 0 ${width} ${height}`}
      preserveAspectRatio="none"
      aria-hidden="true"
    >
      {days.map((value, index) => {
        const at = since + index * day
        // A day without any still has its mark, so that the row of days stays whole.
        const tall = value === 0 ? 1 : Math.max(2, (value / most) * height)
        return (
          <g key={at} className={classes.day} data-none={value === 0 || undefined}>
            <title>{`${dayText(at)}: ${count(value)} new`}</title>
            <rect className={classes.reach} x={index * step} y={0} width={step} height={height} />
            <rect
              x={index * step + gap / 2}
              y={height - tall}
              width={Math.max(0.5, step - gap)}
              height={tall}
            />
          </g>
        )
      })}
    </svg>
  )
}

const format = new Intl.DateTimeFormat('en', { day: 'numeric', month: 'short', timeZone: 'UTC' })
const dayText = (at: number) => format.format(at)
