import { type AnyRoute, createRoute } from '@tanstack/react-router'
import type { ComponentType } from 'react'
import { type ListSpec, listFields } from '../ui/list/list-search.ts'
import { type Field, searchOf } from '../ui/page/search-fields.ts'
import { needsOf } from '../ui/permissions/needs-of.ts'
import { lazyPage } from './lazy-page.tsx'

/**
 * The route of a list: its address is validated by its own fields, and its first query starts while
 * the page's code is on its way.
 * @param options.fields what the address holds beside what every list has
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
  options: { title?: string; fields?: F } = {},
) =>
  createRoute({
    getParentRoute: below,
    path,
    staticData: { title: options.title ?? list.title, needs: needsOf(list.call) },
    validateSearch: searchOf({ ...listFields(list), ...(options.fields as F) }),
    component: lazyPage(page),
  })
