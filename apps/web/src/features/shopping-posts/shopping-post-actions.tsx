import { areas } from '@steward/contract/areas/areas'
import { msg, t } from '@steward/i18n/reader'
import { IconTag } from '@tabler/icons-react'
import { isDeleted } from '../../api/answers/read.ts'
import type { ShoppingPost } from '../../api/answers/records.ts'
import { useMayCallOn } from '../../shared/permissions/may-call.ts'
import { actionsOf } from '../../shared/records/area-actions.tsx'
import { useChange } from '../../shared/records/use-change.ts'
import { shoppingPosts } from './shopping-posts.ts'

const { statuses } = areas.shoppingPosts
const labels = {
  available: msg('Mark as available'),
  reserved: msg('Mark as reserved'),
  sold: msg('Mark as sold'),
}

export const { Menu: ShoppingPostMenu, Buttons: ShoppingPostButtons } = actionsOf(
  shoppingPosts,
  (post) => {
    const change = useChange(shoppingPosts)
    const may = useMayCallOn('shoppingPosts.status')(post._id) && !isDeleted(post)
    const next =
      statuses[
        (statuses.indexOf(post.status as NonNullable<ShoppingPost['status']>) + 1) % statuses.length
      ]
    return statuses.map(
      (status) =>
        may &&
        status !== post.status && {
          // The key `s` sets the next status: reserved, then sold, then available again.
          ...(status === next && { key: 's' }),
          label: t(labels[status]),
          icon: IconTag,
          act: () =>
            change(post, { sent: { status }, shown: { status }, words: t('Status changed') }),
        },
    )
  },
)
