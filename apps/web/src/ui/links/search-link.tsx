import { useRouter, useSearch } from '@tanstack/react-router'
import type { ReactNode } from 'react'

export const useAnySearch = () => useSearch({ strict: false })

/** A link that changes only the search; the router's own would mark all links of the path. */
export function SearchLink(props: {
  search: ReturnType<typeof useAnySearch>
  current: boolean
  className?: string | undefined
  children: ReactNode
}) {
  const { current, ...link } = props
  return <PathLink to="." {...link} current={current && 'page'} />
}

/** A link to a computed path; `current` marks it as the current one. */
export function PathLink(props: {
  to: string
  search: object
  current: 'page' | 'true' | false
  className?: string | undefined
  children: ReactNode
}) {
  const router = useRouter()
  // The router has no search type for computed paths.
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
