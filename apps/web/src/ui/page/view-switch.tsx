import { useRouter, useSearch } from '@tanstack/react-router'
import classes from './link-tabs.module.css'

const useAnySearch = () => useSearch({ strict: false })
type View = NonNullable<ReturnType<typeof useAnySearch>['view']>

/**
 * The ways to look at the same records, search and filters staying as they are.
 * @param props.views by their name in the URL; null for the list
 */
export function ViewSwitch(props: { views: readonly { view: View | null; label: string }[] }) {
  const router = useRouter()
  const { page, open, edit, view: now = null, ...kept } = useAnySearch()
  return (
    <nav className={classes.tabs} aria-label="View">
      {props.views.map(({ view, label }) => {
        const to = { to: '.', search: view === null ? kept : { ...kept, view } } as const
        return (
          // A link of the router would mark itself by its path, which all views share.
          <a
            key={label}
            href={router.buildLocation(to).publicHref}
            className={classes.tab}
            aria-current={view === now ? 'page' : undefined}
            onClick={(event) => {
              if (event.ctrlKey || event.metaKey || event.shiftKey || event.button !== 0) return
              event.preventDefault()
              void router.navigate(to)
            }}
          >
            {label}
          </a>
        )
      })}
    </nav>
  )
}
