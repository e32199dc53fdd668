import type { ReactNode } from 'react'
import classes from './note.module.css'

/** A note above the content; its `role` is `status` if it appears while the page is open. */
export const Note = (props: { icon?: ReactNode; role: 'status' | 'note'; children: ReactNode }) => (
  <div className={classes.note} role={props.role}>
    {props.icon}
    <span>{props.children}</span>
  </div>
)
