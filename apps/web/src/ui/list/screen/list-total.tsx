import { count } from '../../format/locale.ts'
import classes from './list.module.css'

/**
 * How many records a list has: `39 of 260` where it begins with less than all of them.
 * @param props.total undefined until it is known
 * @param props.of how many there are without the filters that the list begins with; undefined where those aren't set
 */
export const ListTotal = (props: { total: number | undefined; of: number | undefined }) => (
  <span className={classes.total}>
    {props.total !== undefined && count(props.total)}
    {props.total !== undefined && props.of !== undefined && props.of > props.total
      ? ` of ${count(props.of)}`
      : ''}
  </span>
)
