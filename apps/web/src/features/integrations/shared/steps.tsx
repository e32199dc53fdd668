import type { ReactNode } from 'react'
import classes from './steps.module.css'

/** What is done one after the other to set something up; a {@link Step} each. */
export const Steps = (props: { children: ReactNode }) => (
  <ol className={classes.steps}>{props.children}</ol>
)

export const Step = (props: { children: ReactNode }) => (
  <li>
    <p>{props.children}</p>
  </li>
)
