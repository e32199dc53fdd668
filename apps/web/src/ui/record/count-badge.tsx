import { count as written } from '../format/locale.ts'
import classes from './count-badge.module.css'

/** Nothing for none. @param props.of for screen readers: `waiting` */
export function CountBadge(props: { count: number | null | undefined; of: string }) {
  if (!props.count) return null
  return (
    <span className={classes.badge}>
      {props.count > 99 ? '99+' : written(props.count)}
      <span className="unseen"> {props.of}</span>
    </span>
  )
}
