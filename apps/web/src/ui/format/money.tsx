import classes from './cells.module.css'
import { moneyText } from './money-text.ts'
import { NoValue } from './text.tsx'

/**
 * An amount of money in tabular figures.
 * @param props.amount integer in minor units; a missing one shows a dash
 * @param props.currency ISO 4217 code
 */
export function Money(props: { amount: unknown; currency: unknown }) {
  const text = moneyText(props.amount, props.currency)
  if (text === null) return <NoValue />
  return <bdi className={classes.number}>{text}</bdi>
}
