import { type AnyRoute, createRoute } from '@tanstack/react-router'
import type { ComponentType } from 'react'
import { type ListSpec, listFields } from '../ui/list/url/list-spec.ts'
import { loadCode } from '../ui/page/load-code.ts'
import { type Field, searchOf } from '../ui/page/search-fields.ts'
import { needsOf } from '../ui/permissions/needs-of.ts'
import { noteFirstData } from './first-data.ts'
import { lazyPage } from './lazy-page.tsx'

type Prefetches = typeof import('./prefetch.ts')

declare module '@tanstack/react-router' {
  interface StaticDataRouteOption {
    /** Starts the queries that the page begins with, while a pointer or the focus rests on a link to it. */
    prefetch?: (prefetches: Prefetches, signal: AbortSignal) => Promise<void>
  }
}

/** Starts a query while the page that shows it is on its way; its own code is loaded as well. */
export function prefetching(start: (prefetches: Prefetches) => Promise<void>): void {
  // What fails here fails again on the page, which has words for it.
  noteFirstData(
    loadCode(() => import('./prefetch.ts'))
      .then(start)
      .catch(() => {}),
  )
}

/**
 * The route of a list: its address is validated by its own fields, and its first query starts while
 * the page's code is on its way.
 * @param options.fields what the address holds beside what every list has
 * @param options.of the list itself, where it is narrowed by the `id` of the path
 */
export const listRoute = <
  P extends AnyRoute,
  const Path extends string,
  const L extends ListSpec,
  F extends Readonly<Record<string, Field<unknown>>> = Record<never, never>,
>(
  below: () => P,
  path: Path,
  list: L,
  page: () => Promise<ComponentType>,
  options: { title?: string; fields?: F; of?: (id: string) => ListSpec } = {},
) =>
  createRoute({
    getParentRoute: below,
    path,
    staticData: {
      title: options.title ?? list.title,
      needs: needsOf(list.call),
      prefetch: ({ prefetchList }, signal) => prefetchList(list, {}, signal),
    },
    validateSearch: searchOf({ ...listFields(list), ...(options.fields as F) }),
    loader: ({ cause, location, params }) => {
      // A page that stands asks by itself, and a link that is merely passed over asks for nothing: what
      // a person asks for counts as a permission that they use. The sidebar's links ask once somebody
      // rests on them (prefetch above).
      if (cause !== 'enter') return
      const { id = '' }: { id?: string } = params
      const asked = options.of?.(id) ?? list
      prefetching(({ prefetchList }) => prefetchList(asked, location.search))
    },
    component: lazyPage(page),
  })
