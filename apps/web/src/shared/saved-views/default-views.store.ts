import { useCallback } from 'react'
import { create } from 'zustand'

/** The searches of default views, by the page of the list, for the navigation; empty until views are loaded. */
export const useDefaultViews = create<{ byPath: Readonly<Record<string, object>> }>()(() => ({
  byPath: {},
}))

/** The search that whatever of the navigation leads to a page has: sidebar, tabs, keys and palette; undefined for none. */
export const useDefaultSearch = (path: string | undefined): object | undefined =>
  useDefaultViews(({ byPath }) => (path === undefined ? undefined : byPath[path]))

/** The same for several pages, as what goes with `to` in a link. */
export function useDefaultSearches(): (path: string) => { search?: never } {
  const byPath = useDefaultViews((state) => state.byPath)
  return useCallback(
    (path: string) => {
      const search = byPath[path]
      // Every page has a search of its own, and a view that of its page.
      return search === undefined ? {} : { search: search as never }
    },
    [byPath],
  )
}
