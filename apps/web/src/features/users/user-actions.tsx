import { t } from '@steward/i18n/reader'
import {
  IconId,
  IconPencil,
  IconShoppingBag,
  IconShoppingBagX,
  IconToggleLeft,
  IconUserCheck,
  IconUserOff,
} from '@tabler/icons-react'
import { useNavigate } from '@tanstack/react-router'
import { isDeleted } from '../../api/answers/read.ts'
import type { User } from '../../api/answers/records.ts'
import { useAsks } from '../../shared/loans/use-asks.tsx'
import {
  feedNeeds,
  isUnconfirmed,
  mayDo,
  nameOf,
  typeOf,
  userTypes,
} from '../../shared/people/user-types.ts'
import { useDeletion } from '../../shared/records/deletion-actions.tsx'
import { useOptimisticMutation } from '../../ui/messages/use-optimistic-mutation.ts'
import { useCanOn } from '../../ui/permissions/permitted.tsx'
import {
  ActionButtons,
  ActionsMenu,
  permitted,
  type RecordAction,
} from '../../ui/record/record-actions.tsx'
import { type Answer, feedWrite, statusWrite, userDeletion } from './users.writes.ts'

/** The words for changing a status; neutral ones where the current status is unknown. */
function statusWords(status: User['status']): Pick<RecordAction, 'label' | 'icon' | 'key'> {
  if (!status) return { label: t('Change status'), icon: IconToggleLeft }
  if (status === 'pending') return { label: t('Approve'), icon: IconUserCheck, key: 'a' }
  return status === 'active'
    ? { label: t('Deactivate'), icon: IconUserOff }
    : { label: t('Activate'), icon: IconUserCheck }
}

function feedTurns({ shoppingFeedStatus }: User): boolean[] {
  return !shoppingFeedStatus ? [true, false] : [shoppingFeedStatus !== 'active']
}

/** What the person signed in may do with a user, in the order of its use. */
function useUserActions(
  user: User,
  { onPage = false, close }: { onPage?: boolean; close?: () => void } = {},
): RecordAction[] {
  const can = useCanOn()(user._id)
  const navigate = useNavigate()
  const leave = () => void navigate({ to: userTypes[typeOf(user)].path })
  const deletion = useDeletion(userDeletion, user, onPage ? { after: leave } : { close })
  const id = user._id
  const status = useOptimisticMutation<Answer>(`users.status/${id}`)
  const feed = useOptimisticMutation<Answer>(`users.feed/${id}`)
  const known = Boolean(user.status)
  const feedKnown = Boolean(user.shoppingFeedStatus)
  const asks = useAsks('users', user, {
    name: nameOf(user),
    hasForm: false,
    single: onPage || close !== undefined,
  })
  if (isDeleted(user)) return [...deletion, ...asks]
  return permitted([
    !onPage &&
      mayDo(can, user, 'view') && {
        label: t('Open page'),
        icon: IconId,
        act: () => void navigate({ to: '/users/$id', params: { id } }),
      },
    mayDo(can, user, 'update') &&
      mayDo(can, user, 'view') && {
        label: t('Edit'),
        icon: IconPencil,
        key: 'e',
        act: () => void navigate({ to: '/users/$id/edit', params: { id } }),
      },
    mayDo(can, user, 'status') &&
      !isUnconfirmed(user) && {
        key: 's',
        ...statusWords(user.status),
        act: () => status.mutate(statusWrite(user, known ? status.mutate : undefined)),
      },
    ...(can(feedNeeds) ? feedTurns(user) : []).map((on) => ({
      label: on ? t('Open shopping feed') : t('Close shopping feed'),
      icon: on ? IconShoppingBag : IconShoppingBagX,
      act: () => feed.mutate(feedWrite(user, on, feedKnown ? feed.mutate : undefined)),
    })),
    ...deletion,
  ]).concat(asks)
}

export function UserMenu({ user }: { user: User }) {
  return <ActionsMenu name={nameOf(user)} actions={useUserActions(user)} />
}

/** The actions of a user as buttons, on the user's page or in a drawer. */
export function UserButtons({
  user,
  ...where
}: {
  user: User
  onPage?: boolean
  close?: () => void
}) {
  return <ActionButtons actions={useUserActions(user, where)} />
}
