import { Link, type LinkProps } from '@tanstack/react-router'
import { CountBadge } from './count-badge.tsx'
import classes from './link-tabs.module.css'

/**
 * Tabs that are pages of their own: links, the one of this page marked. A single one is not shown.
 * @param props.label what the tabs are of, for screen readers
 * @param props.tabs each with how many wait for somebody there, where that is to be seen
 */
export function LinkTabs(props: {
  label: string
  tabs: readonly {
    to: NonNullable<LinkProps['to']>
    params?: { id: string }
    label: string
    /** How many wait there. */
    waiting?: number | undefined
  }[]
}) {
  if (props.tabs.length < 2) return null
  return (
    <nav className={classes.tabs} aria-label={props.label}>
      {props.tabs.map(({ to, params, label, waiting }) => (
        <Link
          key={to}
          to={to}
          params={(params ?? {}) as never}
          className={classes.tab}
          activeOptions={{ exact: true, includeSearch: false }}
        >
          {label}
          <CountBadge count={waiting} of="waiting" />
        </Link>
      ))}
    </nav>
  )
}
