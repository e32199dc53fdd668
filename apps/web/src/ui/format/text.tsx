import { numberOf, textOf } from '../../api/read.ts'
import classes from './cells.module.css'
import { count } from './locale.ts'

/** What stands where a field has no value: a dash, and words for who can't see it. */
export function NoValue() {
  return (
    <span className={classes.nothing}>
      <span aria-hidden="true">—</span>
      <span className={classes.unseen}>none</span>
    </span>
  )
}

/**
 * Somebody's text, exactly as written: never markup, entities not decoded, its direction its own.
 * @param props.value any value; what is no text shows a dash
 * @param props.clip one line with an ellipsis, the whole text as its title
 */
export function Text(props: { value: unknown; clip?: boolean }) {
  const text = textOf(props.value)
  if (text === null) return <NoValue />
  if (!props.clip) {
    return (
      <bdi dir="auto" className={classes.whole}>
        {text}
      </bdi>
    )
  }
  return (
    <span className={classes.clip} dir="auto" title={text}>
      {text}
    </span>
  )
}

/** A number with its thousands apart, in tabular figures; what is no number shows a dash. */
export function Count(props: { value: unknown }) {
  const number = numberOf(props.value)
  if (number === null) return <NoValue />
  return <span className={classes.number}>{count(number)}</span>
}
