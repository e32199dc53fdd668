import type { ReactNode } from 'react'
import classes from './note.module.css'

/** A notice above content. @param props.role `status` where it appears later */
export const Note = (props: { icon?: ReactNode; role: 'status' | 'note'; children: ReactNode }) => (
  <div className={classes.note} role={props.role}>
    {props.icon}
    <span>{props.children}</span>
  </div>
)
