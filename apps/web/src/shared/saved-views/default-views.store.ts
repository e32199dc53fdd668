import { useCallback } from 'react'
import { create } from 'zustand'

/** The searches of default views, by the page of the list, for the navigation; empty until views are loaded. */
export const useDefaultViews = create<{ byPath: Readonly<Record<string, object>> }>()(() => ({
  byPath: {},
}))

/**
 * Returns the search that whatever of the navigation leads to a page has, as what goes with `to` in a link: sidebar,
 * tabs, keys and palette.
 */
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
