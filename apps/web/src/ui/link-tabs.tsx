import { Link, type LinkProps } from '@tanstack/react-router'
import classes from './link-tabs.module.css'

/**
 * Tabs that are pages of their own: links, the one of this page marked. A single one is not shown.
 * @param props.label what the tabs are of, for screen readers
 */
export function LinkTabs(props: {
  label: string
  tabs: readonly { to: NonNullable<LinkProps['to']>; label: string }[]
}) {
  if (props.tabs.length < 2) return null
  return (
    <nav className={classes.tabs} aria-label={props.label}>
      {props.tabs.map(({ to, label }) => (
        <Link
          key={to}
          to={to}
          className={classes.tab}
          activeOptions={{ exact: true, includeSearch: false }}
        >
          {label}
        </Link>
      ))}
    </nav>
  )
}
