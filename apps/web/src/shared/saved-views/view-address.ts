import type { SavedView } from '@steward/contract/saved-views/saved-views'
import { viewSearchOf } from '@steward/contract/saved-views/view-search'
import type { ViewedList } from '@steward/contract/saved-views/viewed-lists'
import { type RawSearch, texts } from '../../ui/links/url-params.ts'
import type { ListSpec } from '../../ui/list/definition/list-spec.ts'
import { lists } from '../lists/lists.ts'

export const pathOf = (list: ViewedList): string => lists[list].path

/** The name of a list whose views can be saved; null for any other one. */
export function viewedListOf({ call, narrowsHere }: ListSpec): ViewedList | null {
  if (narrowsHere) return null
  const found = Object.entries(lists).find(([, each]) => each.call === call)
  return (found?.[0] as ViewedList | undefined) ?? null
}

/** What of an address is saved: its search parameters as texts, in one order; columns in their own, which shows. */
export function savedSearchOf(search: RawSearch): SavedView['search'] {
  const entries = Object.keys(viewSearchOf(search))
    .sort()
    .flatMap((key) => {
      const words = texts(search[key])?.filter((word) => word !== '') ?? []
      if (key !== 'columns') words.sort()
      const [first] = words
      if (first === undefined) return []
      return [[key, words.length === 1 ? first : words] as const]
    })
  return Object.fromEntries(entries)
}

export const isSameSearch = (one: RawSearch, other: RawSearch): boolean =>
  JSON.stringify(savedSearchOf(one)) === JSON.stringify(savedSearchOf(other))

/** The search that leads to a view. It says all of it, so that it opens for people who may not see the view. */
export const searchOfView = ({ _id, search }: Pick<SavedView, '_id' | 'search'>) => ({
  ...viewSearchOf(search),
  saved: _id,
})

/** The search that leads to everything that a list has, where it begins with less. */
export const allOf = (list: ViewedList): Record<string, string> =>
  'first' in lists[list] ? { filters: 'none' } : {}

/** The saved view in force: the one that the address names, even if changed since, else one that shows the same. */
export function viewInForce(
  views: readonly SavedView[],
  list: ViewedList,
  search: RawSearch,
): SavedView | undefined {
  const own = views.filter((view) => view.list === list)
  const named = own.find(({ _id }) => _id === texts(search['saved'])?.[0])
  if (named) return named
  if (Object.keys(savedSearchOf(search)).length === 0) return undefined
  return own.find((view) => view.isForMe && isSameSearch(view.search, search))
}
