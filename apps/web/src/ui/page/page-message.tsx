import type { ReactNode } from 'react'
import classes from './page-message.module.css'

export function PageMessage(props: {
  icon?: ReactNode
  title: string
  children?: ReactNode
  actions?: ReactNode
  /** `alert` for failures. */
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
