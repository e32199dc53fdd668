import { useDebouncedValue } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import type { MatrixStore } from './matrix/matrix-store.ts'
import { modulesOf } from './matrix/shape.ts'
import { useWhole } from './matrix/use-matrix.ts'
import { effectOptions } from './roles.queries.ts'

/**
 * What the matrix as it stands would do to the people of a role, asked a moment after the last
 * change.
 * @param id the role; null for one that nobody can hold yet
 * @returns the query; its data are those of an older question while `isPlaceholderData`
 */
export function useEffectOf(id: string | null, store: MatrixStore) {
  const version = useWhole(store)
  const [settled] = useDebouncedValue(version, 350)
  const changed = store.changes.gained + store.changes.lost > 0
  // biome-ignore lint/correctness/useExhaustiveDependencies: the store changes without being another
  const asked = useMemo(
    () => ({
      permissions: changed ? modulesOf(store.shape, store.granted) : [],
      flags: changed ? store.granted.join('') : '',
    }),
    [store, settled],
  )
  const query = useQuery({
    ...effectOptions(id ?? '', asked.permissions, asked.flags),
    enabled: id !== null && changed && settled === version && asked.flags !== '',
  })
  return { ...query, changed, settled: settled === version }
}
