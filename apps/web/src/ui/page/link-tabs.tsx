import { Link, type LinkProps, useLocation } from '@tanstack/react-router'
import { useLayoutEffect, useRef } from 'react'
import { CountBadge } from '../record/count-badge.tsx'
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
  const strip = useRef<HTMLElement>(null)
  const { pathname } = useLocation()
  // Where there is no room for all of them, the one of this page is in sight.
  // biome-ignore lint/correctness/useExhaustiveDependencies: another page marks another tab
  useLayoutEffect(() => {
    const tab = strip.current?.querySelector<HTMLElement>('[aria-current="page"]')
    if (!strip.current || !tab) return
    const [within, own] = [strip.current.getBoundingClientRect(), tab.getBoundingClientRect()]
    strip.current.scrollLeft += own.left + own.width / 2 - (within.left + within.width / 2)
  }, [pathname])
  if (props.tabs.length < 2) return null
  return (
    <nav ref={strip} className={classes.tabs} aria-label={props.label}>
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
