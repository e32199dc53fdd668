import type { BulkArea } from '@steward/contract/areas'
import type { ReactNode } from 'react'
import { useHasCall } from '../../api/missing-calls.ts'
import type { Chosen } from '../../ui/list/use-selection.ts'
import { BulkActions } from './bulk-actions.tsx'

/**
 * The actions for the chosen rows of an area; undefined where the server can't do them.
 * @param options.restores whether the list shows deleted records too
 */
export function useBulk(
  area: BulkArea,
  options: { restores?: boolean } = {},
): (<T>(chosen: Chosen<T>) => ReactNode) | undefined {
  const has = useHasCall('jobs.create')
  if (!has) return undefined
  return <T,>(chosen: Chosen<T>) => <BulkActions area={area} chosen={chosen} {...options} />
}
