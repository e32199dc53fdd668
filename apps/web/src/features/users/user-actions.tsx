import type { User } from '@steward/contract/users'
import { IconId, IconPencil, IconShoppingBag, IconToggleLeft } from '@tabler/icons-react'
import { useNavigate } from '@tanstack/react-router'
import { type DeepPartial, isDeleted, textOf } from '../../api/read.ts'
import { useDeletion } from '../../shared/records/deletion-actions.tsx'
import { useOptimisticMutation } from '../../ui/feedback/use-optimistic-mutation.ts'
import { useCan } from '../../ui/permissions/permitted.tsx'
import {
  ActionButtons,
  ActionsMenu,
  permitted,
  type RecordAction,
} from '../../ui/record/record-actions.tsx'
import { feedNeeds, idOf, mayDo, nameOf, typeOf, userTypes } from './user-types.ts'
import { feedWrite, statusWrite, userDeletion } from './users.writes.ts'

/** What the person signed in may do with a user, in the order of its use. */
function useUserActions(
  user: DeepPartial<User>,
  { onPage = false, close }: { onPage?: boolean; close?: () => void } = {},
): RecordAction[] {
  const can = useCan()
  const navigate = useNavigate()
  const { mutate } = useOptimisticMutation()
  const leave = () => void navigate({ to: userTypes[typeOf(user)].to })
  const deletion = useDeletion(userDeletion, user, onPage ? { after: leave } : { close })
  const id = idOf(user)
  if (id === '') return []
  if (isDeleted(user)) return deletion
  return permitted([
    !onPage &&
      mayDo(can, user, 'view') && {
        label: 'Open page',
        icon: IconId,
        act: () => void navigate({ to: '/users/$id', params: { id } }),
      },
    mayDo(can, user, 'update') &&
      mayDo(can, user, 'view') && {
        label: 'Edit',
        icon: IconPencil,
        act: () => void navigate({ to: '/users/$id/edit', params: { id } }),
      },
    // Where the server doesn't tell how they stand, there is no switch to show it.
    textOf(user.status) === null &&
      mayDo(can, user, 'status') && {
        label: 'Change status',
        icon: IconToggleLeft,
        act: () => mutate(statusWrite(user)),
      },
    ...(textOf(user.shoppingFeedStatus) === null && can(feedNeeds)
      ? [true, false].map((on) => ({
          label: on ? 'Activate shopping feed' : 'Deactivate shopping feed',
          icon: IconShoppingBag,
          act: () => mutate(feedWrite(user, on)),
        }))
      : []),
    ...deletion,
  ])
}

/** The menu of a user's row. */
export function UserMenu({ user }: { user: DeepPartial<User> }) {
  return <ActionsMenu name={nameOf(user)} actions={useUserActions(user)} />
}

/**
 * The same as buttons.
 * @param props.onPage on the user's own page, which deleting them leaves
 * @param props.close leaves the drawer that they stand in
 */
export function UserButtons({
  user,
  ...where
}: {
  user: DeepPartial<User>
  onPage?: boolean
  close?: () => void
}) {
  return <ActionButtons actions={useUserActions(user, where)} />
}
