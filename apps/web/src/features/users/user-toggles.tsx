import type { User } from '@steward/contract/users'
import { type DeepPartial, isDeleted, textOf } from '../../api/read.ts'
import { useOptimisticMutation } from '../../ui/feedback/use-optimistic-mutation.ts'
import { Toggle } from '../../ui/form/toggle.tsx'
import { useCan } from '../../ui/permissions/permitted.tsx'
import { StatusBadge, statusWord } from '../../ui/record/status-badge.tsx'
import { isUnconfirmed } from './address-proof.tsx'
import { feedNeeds, idOf, mayDo, nameOf } from './user-types.ts'
import { type Answer, feedWrite, statusWrite } from './users.writes.ts'

type Props = { user: DeepPartial<User>; inOrder?: boolean }

/** A user's state; a switch for who may change it. Shows the change at once. */
export function StatusToggle({ user, inOrder }: Props) {
  const can = useCan()
  const id = idOf(user)
  const { mutate } = useOptimisticMutation<Answer>(`users.status/${id}`)
  const status = textOf(user.status)
  const mayChange = !isDeleted(user) && !isUnconfirmed(user) && mayDo(can, user, 'status')
  if (status === null || id === '' || !mayChange) return <StatusBadge status={status} />
  return (
    <Toggle
      on={status === 'active'}
      label={`${nameOf(user)} is active`}
      inOrder={inOrder ?? false}
      onChange={() => mutate(statusWrite(user, mutate))}
    >
      {statusWord(status)}
    </Toggle>
  )
}

/** Whether a user may use the shopping feed; a switch for who may change it. */
export function FeedToggle({ user, inOrder }: Props) {
  const can = useCan()
  const id = idOf(user)
  const { mutate } = useOptimisticMutation<Answer>(`users.feed/${id}`)
  const status = textOf(user.shoppingFeedStatus)
  if (status === null || id === '' || isDeleted(user) || !can(feedNeeds))
    return <StatusBadge status={status} />
  return (
    <Toggle
      on={status === 'active'}
      label={`Shopping feed of ${nameOf(user)}`}
      inOrder={inOrder ?? false}
      onChange={(on) => mutate(feedWrite(user, on, mutate))}
    >
      {statusWord(status)}
    </Toggle>
  )
}
