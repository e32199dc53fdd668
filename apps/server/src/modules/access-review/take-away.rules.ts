import type { TakeAwayPreview } from '@steward/contract/access-review/access-review'
import type { Permission } from '@steward/contract/permissions/permissions'
import { say } from '@steward/i18n/sentence'
import { nameOf } from '../../http/authorize.ts'
import { conflict, type Failure, notFound, unsafe } from '../../http/failure.ts'
import type { FoundOfRole } from './take-away.store.ts'

/** Why a permission can't be taken from a role; null where it can. */
export function obstacleOf({
  system,
  status,
  granted,
  usedCount,
}: Omit<FoundOfRole, 'people'>): TakeAwayPreview['obstacle'] {
  if (system) return 'owner'
  if (status === 'deleted' || !granted) return 'gone'
  return usedCount > 0 ? 'used' : null
}

/** The refusal to take a permission away; undefined where nothing stands in the way. */
export function refusalOf(found: FoundOfRole): Failure | undefined {
  const named = { role: found.role.name, permission: nameOf(found.permission as Permission) }
  switch (obstacleOf(found)) {
    case 'owner':
      return unsafe(
        say(
          'The role “{role}” has every permission and can’t be changed. Give its people another role instead.',
          named,
        ),
      )
    case 'gone':
      return notFound(say('The role “{role}” doesn’t have “{permission}” any more.', named))
    case 'used':
      return conflict(
        say(
          '“{permission}” is in use: {count, plural, one {# person} other {# people}} with the role “{role}” used it. Give the others another role instead.',
          { ...named, count: found.usedCount },
        ),
      )
    case null:
      return undefined
  }
}
