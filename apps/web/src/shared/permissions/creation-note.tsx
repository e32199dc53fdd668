import type { AreaName } from '@steward/contract/areas/areas'
import type { Where } from '@steward/contract/permissions/conditions'
import { lazyPart } from '../../ui/page/lazy-part.tsx'

const CreationCondition = lazyPart(async () => (await import('./narrowing.tsx')).CreationCondition)

/**
 * Says above the form of a new record which ones the reader's role lets them create; nothing where it may be any.
 * @param props.submodule whose permissions the record is under
 */
export function CreationNote({
  wheres,
  ...of
}: {
  area: AreaName
  submodule: string
  wheres: readonly Where[] | undefined
}) {
  return wheres && <CreationCondition {...of} wheres={wheres} />
}
