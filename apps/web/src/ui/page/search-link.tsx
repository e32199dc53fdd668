import { useRouter, useSearch } from '@tanstack/react-router'
import type { ReactNode } from 'react'

/** The search of the address, whatever page it is of. */
export const useAnySearch = () => useSearch({ strict: false })

/** A link to the page under another search; the router's would mark itself by its path, which all of them share. */
export function SearchLink(props: {
  search: ReturnType<typeof useAnySearch>
  current: boolean
  className?: string | undefined
  children: ReactNode
}) {
  const { current, ...link } = props
  return <PathLink to="." {...link} current={current && 'page'} />
}

/** A link to a page by its path and search alone. @param props.current how it is marked as the current one */
export function PathLink(props: {
  to: string
  search: object
  current: 'page' | 'true' | false
  className?: string | undefined
  children: ReactNode
}) {
  const router = useRouter()
  // The router's types know the search of each path; a path that was put together has none.
  const to = { to: props.to, search: props.search } as never
  return (
    <a
      href={router.buildLocation(to).publicHref}
      className={props.className}
      aria-current={props.current || undefined}
      onClick={(event) => {
        if (event.ctrlKey || event.metaKey || event.shiftKey || event.button !== 0) return
        event.preventDefault()
        void router.navigate(to)
      }}
    >
      {props.children}
    </a>
  )
}
