import { count as written } from '@steward/i18n/reader'
import classes from './count-badge.module.css'

/** A number in a badge, nothing for 0 or none; `of` says what it counts to screen readers. */
export function CountBadge(props: { count: number | null | undefined; of: string }) {
  if (!props.count) return null
  return (
    <span className={classes.badge}>
      {props.count > 99 ? '99+' : written(props.count)}
      <span className="unseen"> {props.of}</span>
    </span>
  )
}
