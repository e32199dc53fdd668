import { useRouter, useSearch } from '@tanstack/react-router'
import type { ReactNode } from 'react'

export const useAnySearch = () => useSearch({ strict: false })

/** The router's link would be marked by path, which all share. */
export function SearchLink(props: {
  search: ReturnType<typeof useAnySearch>
  current: boolean
  className?: string | undefined
  children: ReactNode
}) {
  const { current, ...link } = props
  return <PathLink to="." {...link} current={current && 'page'} />
}

/** @param props.current marks it as the current one */
export function PathLink(props: {
  to: string
  search: object
  current: 'page' | 'true' | false
  className?: string | undefined
  children: ReactNode
}) {
  const router = useRouter()
  // Computed paths have no search type.
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
