import type { AreaName } from '@steward/contract/areas/areas'
import type { Field } from '@steward/contract/areas/field'
import { areaFields } from '@steward/contract/areas/listings'
import { conditionFilters } from '@steward/contract/permissions/conditions'
import type { Choice, ListDefinition } from '../../ui/list/definition/list-definition.ts'
import { defineList } from '../../ui/list/screen/define-list.tsx'
import { useCategoryFilter } from '../categories/category-choices.ts'
import { feedChoices } from '../people/feed-state.ts'
import { usePeople } from '../people/use-people.ts'
import { useRoleFilter } from './role-choices.ts'

const choicesOf: Readonly<Record<string, () => readonly Choice[] | null>> = {
  categories: useCategoryFilter,
  roles: useRoleFilter,
}

/** Choices that aren't said by the words of their values. */
const wordsOf: Readonly<Record<string, readonly Choice[]>> = { shoppingFeedStatus: feedChoices }

const definitions = new Map<AreaName, ListDefinition<unknown>>()

/** The filters of an area that conditions can use, as a list's definition. */
export function conditionDefinition(area: AreaName): ListDefinition<unknown> {
  const known = definitions.get(area)
  if (known) return known
  const { span: _, ...list } = conditionFilters(area)
  const fields: Readonly<Record<string, Field>> = areaFields[area]
  const made: ListDefinition<unknown> = {
    ...defineList<unknown>(fields, {
      list: { ...list, name: `${area}-conditions`, call: `${area}.list`, suffixes: true },
      columns: [],
      filters: Object.fromEntries(
        Object.keys(list.filters).map((name) => {
          const useChoices = choicesOf[fields[name]?.of ?? '']
          const choices = wordsOf[name]
          return [name, { ...(useChoices && { useChoices }), ...(choices && { choices }) }]
        }),
      ),
      title: () => '',
    }),
    usePeople,
  }
  definitions.set(area, made)
  return made
}
