import classes from './cells.module.css'
import { moneyText } from './money-text.ts'
import { NoValue } from './text.tsx'

/** An amount with its currency; a dash where it is missing. */
export function Money(props: { amount: unknown; currency: unknown }) {
  const text = moneyText(props.amount, props.currency)
  if (text === null) return <NoValue />
  return <bdi className={classes.number}>{text}</bdi>
}
