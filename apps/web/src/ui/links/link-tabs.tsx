import { createLink, useLocation } from '@tanstack/react-router'
import { Children, type ComponentProps, type ReactNode, useLayoutEffect, useRef } from 'react'
import classes from './link-tabs.module.css'

/** A tab that is marked if its path is that of the current page, whatever the search. */
export const LinkTab = createLink((props: ComponentProps<'a'>) => {
  const { publicHref } = useLocation()
  return (
    <a
      {...props}
      className={classes.tab}
      aria-current={
        props.href?.split(/[?#]/, 1)[0] === publicHref.split(/[?#]/, 1)[0] ? 'page' : undefined
      }
    />
  )
})

/** Tabs as links ({@link LinkTab}); a single one is hidden. */
export function LinkTabs(props: { label: string; children: ReactNode }) {
  const strip = useRef<HTMLElement>(null)
  const { pathname } = useLocation()
  // If the tabs need more room, scrolls to the one of this page.
  // biome-ignore lint/correctness/useExhaustiveDependencies: another page marks another tab
  useLayoutEffect(() => {
    const frame = requestAnimationFrame(show)
    return () => cancelAnimationFrame(frame)
    function show() {
      const tab = strip.current?.querySelector<HTMLElement>('[aria-current="page"]')
      if (!strip.current || !tab) return
      const [within, own] = [strip.current.getBoundingClientRect(), tab.getBoundingClientRect()]
      strip.current.scrollLeft += own.left + own.width / 2 - (within.left + within.width / 2)
    }
  }, [pathname])
  if (Children.count(props.children) < 2) return null
  return (
    <nav ref={strip} className={classes.tabs} aria-label={props.label}>
      {props.children}
    </nav>
  )
}
