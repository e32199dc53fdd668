import type { ReactNode } from 'react'
import classes from './toggle.module.css'

/**
 * A switch of one line: on or off, and a word for it. Only the switch itself is pressed, so that a
 * row's word is no trap. In a row it is reached by the right arrow.
 * @param props.label names what is switched and whose: `Shopping feed of Ada Lovelace`
 * @param props.children the state as a word, so that it is never a colour alone
 * @param props.inOrder whether Tab reaches it; not so within the rows of a list
 */
export function Toggle(props: {
  on: boolean
  label: string
  children: ReactNode
  inOrder?: boolean
  onChange: (on: boolean) => void
}) {
  return (
    <span className={classes.toggle}>
      <input
        type="checkbox"
        role="switch"
        checked={props.on}
        aria-checked={props.on}
        aria-label={props.label}
        tabIndex={props.inOrder ? 0 : -1}
        onChange={(event) => props.onChange(event.currentTarget.checked)}
      />
      <span aria-hidden="true">{props.children}</span>
    </span>
  )
}
