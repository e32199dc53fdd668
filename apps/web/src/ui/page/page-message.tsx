import type { ReactNode } from 'react'
import classes from './page-message.module.css'

/** A page, or the place of one, that has nothing but something to say. */
export function PageMessage(props: {
  /** A Tabler icon, hidden from screen readers. */
  icon?: ReactNode
  title: string
  /** What it means and what can be done, as paragraphs. */
  children?: ReactNode
  /** Buttons and links. */
  actions?: ReactNode
  /** `alert` where it stands for something that has gone wrong. */
  role?: 'alert'
}) {
  return (
    <div className={classes.root} role={props.role}>
      {props.icon && <div className={classes.icon}>{props.icon}</div>}
      <h1 className={classes.title}>{props.title}</h1>
      {props.children && <div className={classes.body}>{props.children}</div>}
      {props.actions && <div className={classes.actions}>{props.actions}</div>}
    </div>
  )
}
