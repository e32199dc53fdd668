import type { BulkArea } from '@steward/contract/areas/areas'
import { useSearch } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useHasCall } from '../../api/missing-calls.ts'
import type { Chosen } from '../../ui/list/selection/use-selection.ts'
import { drawerPart } from '../../ui/page/lazy-part.tsx'
import { lists } from '../lists/lists.ts'
import { useIsTrash } from '../trash/has-trash.ts'

const BulkActions = drawerPart(
  async () => (await import('./bulk-actions.tsx')).BulkActions<unknown>,
)

export function useBulk(
  area: Exclude<BulkArea, 'users'>,
): (<T>(chosen: Chosen<T>) => ReactNode) | undefined {
  const has = useHasCall('jobs.create')
  const includeDeleted = useSearch({ strict: false, select: (search) => search.includeDeleted })
  const deleted = useIsTrash(lists[area])
  if (!has) return undefined
  const shown = deleted ? 'deleted' : includeDeleted ? 'both' : 'live'
  return <T,>(chosen: Chosen<T>) => (
    <BulkActions area={area} chosen={chosen as Chosen<unknown>} shown={shown} />
  )
}
