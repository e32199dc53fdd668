import { useCallback, useMemo, useState } from 'react'
import type { ListCapabilities } from '../client-side/use-list-capabilities.ts'
import type { Column, ListDefinition } from '../definition/list-definition.ts'
import type { ListState } from '../definition/list-spec.ts'
import type { ChangeList } from '../url/use-list-state.ts'
import { ordered } from './column-order.ts'
import { type ListMemory, memoryKeyOf, memoryOf } from './remembered.ts'

export type ListLayout<T> = ReturnType<typeof useListLayout<T>>

/** What is remembered of a list, and how to change it; without local storage until the page is left. */
export function useListMemory(list: string) {
  const [memory, setMemory] = useState(() => memoryOf(list))
  const remember = useCallback(
    (change: Partial<ListMemory>) =>
      setMemory((before) => {
        const after = { ...before, ...change }
        try {
          localStorage.setItem(memoryKeyOf(list), JSON.stringify(after))
        } catch {
          // Storage is full or forbidden: the choice lasts until the page is left.
        }
        return after
      }),
    [list],
  )
  return [memory, remember] as const
}

/**
 * The columns that a list draws, and what changes them. The first one always is drawn, as a row is known by it, or by
 * its id where it says nothing; but where no record says anything in it and one does in the column that is read, rows
 * are known by that.
 */
export function useListLayout<T>(
  definition: ListDefinition<T>,
  state: Pick<ListState, 'columns' | 'filters'>,
  offers: ListCapabilities<T>,
  [memory, remember]: ReturnType<typeof useListMemory>,
  change: ChangeList,
) {
  const { columns: asked, filters } = state
  const order = asked ?? memory.order
  // As text, so that no row is drawn anew while the same ones are empty.
  const empty = definition.columns.flatMap(({ key, empty }) => (empty?.(filters) ? key : [])).join()
  const columns = useMemo((): readonly Column<T>[] => {
    const all = ordered(definition.columns, order)
    const { tells, sorts } = offers
    const isKnownByFirst =
      all[0] === undefined || tells(all[0]) || !all.some((column) => column.grow && tells(column))
    const isUsual = (column: Column<T>) =>
      !column.hidden && !empty.split(',').includes(column.key) && tells(column)
    return all
      .filter(
        (column, index) =>
          (index === 0 && isKnownByFirst) ||
          column.control ||
          (asked?.includes(column.key) ?? isUsual(column)),
      )
      .map(({ sort, ...column }) =>
        sort !== undefined && sorts(sort) ? { ...column, sort } : column,
      )
  }, [definition, order, asked, empty, offers])
  const isNamed = asked !== null
  return useMemo(
    () => ({
      columns,
      memory,
      remember,
      onOrder: (order: string[]) => {
        remember({ order })
        if (isNamed) change({ columns: order }, { replace: true })
      },
    }),
    [columns, memory, remember, change, isNamed],
  )
}
