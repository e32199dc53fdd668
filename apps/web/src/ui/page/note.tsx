import type { ReactNode } from 'react'
import classes from './note.module.css'

/**
 * What the reader has to know of what is shown, in a frame above it.
 * @param props.role `status` where it comes while the page is there
 */
export const Note = (props: { icon?: ReactNode; role: 'status' | 'note'; children: ReactNode }) => (
  <div className={classes.note} role={props.role}>
    {props.icon}
    <span>{props.children}</span>
  </div>
)
