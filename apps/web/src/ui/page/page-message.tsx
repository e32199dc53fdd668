import type { ReactNode } from 'react'
import classes from './page-message.module.css'

export function PageMessage(props: {
  icon?: ReactNode
  title: ReactNode
  children?: ReactNode
  actions?: ReactNode
  /** Set to `alert` for failures. */
  role?: 'alert'
  /** Whether it is shown inside a list's frame, in place of the rows. */
  part?: boolean
}) {
  const Title = props.part ? 'h2' : 'h1'
  return (
    <div
      className={props.part ? `${classes.root} framed` : classes.root}
      role={props.role}
      data-part={props.part}
    >
      {props.icon}
      <Title className="heading-size">{props.title}</Title>
      {props.children && <div className={classes.body}>{props.children}</div>}
      {props.actions && <div className="flex wrap to-middle gap-8 mt-8">{props.actions}</div>}
    </div>
  )
}
