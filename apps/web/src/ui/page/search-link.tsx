import { useRouter, useSearch } from '@tanstack/react-router'
import type { ReactNode } from 'react'

/** The search of the address, whatever page it is of. */
export const useAnySearch = () => useSearch({ strict: false })

/**
 * A link to the page as it is under another search. A link of the router would mark itself by its path,
 * which all of them share.
 * @param props.current whether this is how the page stands now
 */
export function SearchLink(props: {
  search: ReturnType<typeof useAnySearch>
  current: boolean
  className?: string | undefined
  children: ReactNode
}) {
  const router = useRouter()
  const to = { to: '.', search: props.search } as const
  return (
    <a
      href={router.buildLocation(to).publicHref}
      className={props.className}
      aria-current={props.current ? 'page' : undefined}
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
