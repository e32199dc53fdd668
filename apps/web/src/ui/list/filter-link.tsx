import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import classes from './filters.module.css'

/**
 * A link to the same list, narrowed to one related record; nothing where that has no id.
 * @param props.filter the filter's key in the URL
 */
export function FilterLink(props: {
  filter: string
  id: string | null | undefined
  children: ReactNode
}) {
  const { filter, id } = props
  if (!id) return null
  return (
    <Link to="." search={(() => ({ [filter]: id })) as never} className={classes.link}>
      {props.children}
    </Link>
  )
}
