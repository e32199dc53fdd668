import { useContext } from 'react'
import classes from './cells.module.css'
import { count } from './locale.ts'
import { Marking } from './marking.ts'

/** What stands where a field has no value: a dash, and words for who can't see it. */
export function NoValue() {
  return (
    <span className={classes.nothing}>
      <span aria-hidden="true">—</span>
      <span className={classes.unseen}>none</span>
    </span>
  )
}

/** Two lines never show more than so many characters, and the browser would lay out all of them. */
const maxShown = 600

/**
 * Somebody's text, exactly as written: never markup, its direction its own; without any a dash.
 * @param props.clip one line with an ellipsis, or two of them, the whole text as its title
 */
export function Text(props: { value: string | null | undefined; clip?: boolean | 'two' }) {
  const mark = useContext(Marking)
  const text = props.value
  if (!text) return <NoValue />
  if (!props.clip) {
    return (
      <bdi dir="auto" className={classes.whole}>
        {text}
      </bdi>
    )
  }
  const short = text.length > maxShown ? `${text.slice(0, maxShown)}…` : text
  return (
    <span
      className={props.clip === 'two' ? classes.two : classes.clip}
      dir="auto"
      title={text}
      data-clip
    >
      {mark ? mark(text) : short}
    </span>
  )
}

/** A number with its thousands apart; without any a dash. @param props.quiet a zero steps back */
export function Count(props: { value: number | null | undefined; quiet?: boolean }) {
  const number = props.value
  if (typeof number !== 'number') return <NoValue />
  return (
    <span className={classes.number} data-zero={(props.quiet && number === 0) || undefined}>
      {count(number)}
    </span>
  )
}

/** Several numbers in one phrase, such as `12 / 40`, in tabular figures; without any a dash. */
export function Figures(props: { text: string | null }) {
  return props.text === null ? <NoValue /> : <span className={classes.number}>{props.text}</span>
}
