import { useRouter, useSearch } from '@tanstack/react-router'
import classes from './link-tabs.module.css'

/** The view of a page that its URL names as `view`; null for its list. */
export function useView<V extends string>(views: readonly V[]): V | null {
  const { view }: { view?: unknown } = useSearch({ strict: false })
  return views.find((each) => each === view) ?? null
}

/**
 * The ways to look at the same records, search and filters staying as they are.
 * @param props.views by their name in the URL; null for the list
 */
export function ViewSwitch(props: { views: readonly { view: string | null; label: string }[] }) {
  const router = useRouter()
  const search: Record<string, unknown> = useSearch({ strict: false })
  const { page, open, edit, view: at, ...kept } = search
  const now = props.views.find(({ view }) => view === at)?.view ?? null
  return (
    <nav className={classes.tabs} aria-label="View">
      {props.views.map(({ view, label }) => {
        const to = { to: '.', search: (view === null ? kept : { ...kept, view }) as never } as const
        return (
          // A link of the router would mark itself by its path, which all views share.
          <a
            key={label}
            href={router.buildLocation(to).href}
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
