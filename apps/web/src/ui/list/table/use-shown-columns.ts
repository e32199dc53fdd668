import { useMemo } from 'react'
import type { ListCapabilities } from '../client-side/use-list-capabilities.ts'
import type { Column, ListDefinition } from '../screen/list-definition.ts'
import type { ListState } from '../url/list-spec.ts'
import { ordered } from './column-order.ts'

/**
 * The columns that a list draws. The first one always is, as a row is known by it, or by its id where it says nothing;
 * but where no record says anything in it and one does in the column that is read, rows are known by that.
 * @param order the order that somebody gave them, if any
 * @param state with the columns that the address asks for, or null, and filters, under which some have no value
 */
export function useShownColumns<T>(
  definition: ListDefinition<T>,
  order: readonly string[],
  state: Pick<ListState, 'columns' | 'filters'>,
  offers: ListCapabilities<T>,
): Column<T>[] {
  const { columns: asked, filters } = state
  // As text, so that no row is drawn anew while the same ones are empty.
  const empty = definition.columns.flatMap(({ key, empty }) => (empty?.(filters) ? key : [])).join()
  return useMemo(() => {
    const all = ordered(definition.columns, order)
    const { tells } = offers
    const isKnownByFirst =
      all[0] === undefined || tells(all[0]) || !all.some((column) => column.grow && tells(column))
    return all
      .filter(
        (column, index) =>
          (index === 0 && isKnownByFirst) ||
          column.control ||
          (asked?.includes(column.key) ??
            (!column.hidden && !empty.split(',').includes(column.key) && tells(column))),
      )
      .map(({ sort, ...column }) =>
        sort !== undefined && offers.sorts(sort) ? { ...column, sort } : column,
      )
  }, [definition, order, asked, empty, offers])
}
