import { count, t } from '@steward/i18n/reader'
import { useContext } from 'react'
import classes from './cells.module.css'
import { Marking } from './marking.ts'

/** A dash for a missing value, with words for screen readers. */
export function NoValue() {
  return (
    <span className="dim">
      <span aria-hidden="true">—</span>
      {/* i18n: a value that is missing */}
      <span className="unseen">{t('none')}</span>
    </span>
  )
}

/** How many characters are rendered; more would never be visible but cost layout time. */
const maxShown = 600

/** Plain text with its own direction, a dash for none; `clip` cuts it, with the whole as title. */
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

/** A number; a dash for none. `quiet` dims a zero. */
export function Count(props: { value: number | null | undefined; quiet?: boolean }) {
  const number = props.value
  if (typeof number !== 'number') return <NoValue />
  return (
    <span className={classes.number} data-zero={(props.quiet && number === 0) || undefined}>
      {count(number)}
    </span>
  )
}

/** Text made of numbers, such as `12 / 40`; a dash for none. */
export function Figures(props: { text: string | null }) {
  return props.text === null ? <NoValue /> : <span className={classes.number}>{props.text}</span>
}
