import classes from './cells.module.css'
import { moneyText } from './money-text.ts'
import { NoValue } from './text.tsx'

/** A missing one shows a dash. */
export function Money(props: { amount: unknown; currency: unknown }) {
  const text = moneyText(props.amount, props.currency)
  if (text === null) return <NoValue />
  return <bdi className={classes.number}>{text}</bdi>
}
