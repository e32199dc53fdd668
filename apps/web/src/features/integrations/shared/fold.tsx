import type { ReactNode, Ref } from 'react'
import classes from './fold.module.css'

/** What not everybody needs, folded away behind its title. */
export const Fold = (props: {
  title: string
  element?: Ref<HTMLDetailsElement>
  children: ReactNode
}) => (
  <details ref={props.element} className={classes.fold}>
    <summary className="medium">{props.title}</summary>
    <div className="grid one-column gap-16 mt-8">{props.children}</div>
  </details>
)
