import type { TakeAwayPreview } from '@steward/contract/access-review/access-review'
import { conditionsOf, type Rights } from '@steward/contract/permissions/conditions'
import { type Permission, permission } from '@steward/contract/permissions/permissions'
import { say } from '@steward/i18n/sentence'
import { nameOf } from '../../http/authorize.ts'
import { conflict, type Failure, notFound, notPermitted, unsafe } from '../../http/failure.ts'
import type { FoundOfRole } from './take-away.store.ts'

type Reviewer = Pick<Rights, 'conditions'>

const listAdmins = permission('Users', 'Admins', 'list')

/** Why a permission can't be taken from a role; null where it can. */
export function obstacleOf(
  { system, status, granted, usedCount }: Omit<FoundOfRole, 'people'>,
  reviewer: Reviewer,
): TakeAwayPreview['obstacle'] {
  // Whether or not somebody with the role isn't seen, since the answer would tell of them.
  if (conditionsOf(reviewer, listAdmins)) return 'unseen'
  if (system) return 'owner'
  if (status === 'deleted' || !granted) return 'gone'
  return usedCount > 0 ? 'used' : null
}

/** The refusal to take a permission away; undefined where nothing stands in the way. */
export function refusalOf(found: FoundOfRole, reviewer: Reviewer): Failure | undefined {
  const named = { role: found.role.name, permission: nameOf(found.permission as Permission) }
  switch (obstacleOf(found, reviewer)) {
    case 'unseen':
      return notPermitted(
        'You don’t see all admins, so you can’t take a permission from everybody with a role.',
      )
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
