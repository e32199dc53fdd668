import type { AreaPath } from '@steward/contract/areas/areas'
import type { EndpointName } from '@steward/contract/calls/routes'
import type { Message } from '@steward/i18n/reader'
import { type AnyRoute, createRoute, Navigate } from '@tanstack/react-router'
import type { ComponentType } from 'react'
import { makingWord } from '../shared/records/making-words.ts'
import { type Field, searchOf } from '../ui/links/url-params.ts'
import { type ListSpec, listFields } from '../ui/list/definition/list-spec.ts'
import { loadCode } from '../ui/load/load-code.ts'
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

type Load<Page extends string> = () => Promise<{ [key in Page]: ComponentType }>
type Fields = Readonly<Record<string, Field<unknown>>>
type ListAt = ListSpec & { path: string }

/** What makes the routes of lists below another route. */
export const routesOfLists = <P extends AnyRoute>(below: () => P) => {
  /**
   * The route of a list: its address is validated by its own fields, and its first query starts while
   * the page's code is on its way.
   * @param options.fields what the address holds beside what every list has
   * @param options.of the list itself, where it is narrowed by the `id` of the path
   */
  const listRoute = <
    const L extends ListAt,
    Page extends string,
    F extends Fields = Record<never, never>,
  >(
    list: L,
    load: Load<Page>,
    page: Page,
    options: { title?: Message; fields?: F; of?: (id: string) => ListSpec } = {},
  ) =>
    createRoute({
      getParentRoute: below,
      path: list.path as L['path'],
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
      component: lazyPage(load, page),
    })

  /**
   * The routes of an area: its list, and an address such as `/events/new`, which leads to the form over
   * the list, if the person may make records.
   */
  const areaRoutes = <
    const L extends ListAt & { path: AreaPath },
    Page extends string,
    F extends Fields = Record<never, never>,
  >(
    list: L,
    load: Load<Page>,
    page: Page,
    options: { fields?: F } = {},
  ) => {
    const create = list.call.replace('.list', '.create') as EndpointName
    const form = createRoute({
      getParentRoute: below,
      path: `${list.path}/new` as `${L['path']}/new`,
      staticData: { title: () => makingWord('new', list.one), needs: needsOf(create) },
      component: () => <Navigate to={list.path as AreaPath} search={{ edit: 'new' }} replace />,
    })
    return [listRoute(list, load, page, options), form] as const
  }
  return { listRoute, areaRoutes }
}
