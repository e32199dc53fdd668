import { areas } from '@steward/contract/areas'
import { permission } from '@steward/contract/permissions'
import type { ShoppingPost } from '@steward/contract/shopping-posts'
import { IconArrowBackUp, IconTag, IconTrash } from '@tabler/icons-react'
import type { QueryClient } from '@tanstack/react-query'
import { call } from '../../api/client.ts'
import type { Listing } from '../../api/listing.ts'
import { useHasCall } from '../../api/missing-calls.ts'
import { type DeepPartial, textOf } from '../../api/read.ts'
import { type Rollback, reloadLists, replaceRecord } from '../../api/record-cache.ts'
import { recordIn } from '../../api/record-in.ts'
import { type Deletable, useDeleteWithUndo } from '../../shared/records/use-delete-with-undo.ts'
import { toast } from '../../ui/feedback/messages.tsx'
import { useOptimisticMutation } from '../../ui/feedback/use-optimistic-mutation.ts'
import { useCan } from '../../ui/permissions/permitted.tsx'
import { ActionButtons, ActionsMenu, permitted } from '../../ui/record/record-actions.tsx'
import { statusWord } from '../../ui/record/status-badge.tsx'
import { isDeleted } from './deleted.ts'

/** What may be done with shopping posts. */
export const mayPosts = {
  delete: permission('Catalogue', 'Shopping posts', 'delete'),
  restore: permission('Catalogue', 'Shopping posts', 'restore'),
  status: permission('Catalogue', 'Shopping posts', 'status'),
}

const list = 'shoppingPosts.list'
const area = 'shoppingPosts'

/** Takes a post that is deleted now out of the lists that show none such. */
function leaveOut(client: QueryClient, id: string): Rollback {
  const before = client
    .getQueriesData<Listing<ShoppingPost>>({ queryKey: [list] })
    .filter(([key]) => (key[1] as { includeDeleted?: string }).includeDeleted !== 'true')
  for (const [key, listing] of before) {
    if (!listing?.rows.some((row) => row.id === id)) continue
    const { pagination } = listing
    client.setQueryData<Listing<ShoppingPost>>(key, {
      ...listing,
      rows: listing.rows.filter((row) => row.id !== id),
      pagination: pagination && { ...pagination, total: Math.max(0, pagination.total - 1) },
    })
  }
  return () => {
    for (const [key, listing] of before) if (listing) client.setQueryData(key, listing)
  }
}

const removable: Deletable = {
  area,
  one: 'shopping post',
  remove: (id) => call('shoppingPosts.delete', { params: { id } }),
  restore: (id) => call('shoppingPosts.restore', { params: { id } }),
  // Where deleted posts are shown, it stays in its place and is marked.
  hide: (client, id) => {
    const back = leaveOut(client, id)
    const unmark = replaceRecord<ShoppingPost>(client, area, id, {
      deletedAt: new Date().toISOString(),
    })
    return () => {
      unmark()
      back()
    }
  },
  show: (client, id) => replaceRecord<ShoppingPost>(client, area, id, { deletedAt: null }),
}

function usePostActions(post: DeepPartial<ShoppingPost>, done?: () => void) {
  const can = useCan()
  const { remove, restore } = useDeleteWithUndo(removable)
  const { mutate } = useOptimisticMutation<{ message: string }>()
  const marks = useHasCall('shoppingPosts.status')
  const id = textOf(post._id)
  if (id === null) return []
  if (isDeleted(post)) {
    return permitted([
      can(mayPosts.restore) && {
        label: 'Restore',
        icon: IconArrowBackUp,
        act: () => restore(id),
      },
    ])
  }
  return permitted([
    ...areas.shoppingPosts.statuses
      .filter((status) => marks && status !== post.status && can(mayPosts.status))
      .map((status) => ({
        label: `Mark as ${statusWord(status).toLowerCase()}`,
        icon: IconTag,
        act: () =>
          mutate({
            apply: (client) => replaceRecord<ShoppingPost>(client, area, id, { status }),
            send: () => call('shoppingPosts.status', { params: { id }, body: { status } }),
            done: (answer, client) => {
              const told = recordIn<ShoppingPost>(answer, 'post')
              replaceRecord<ShoppingPost>(client, area, id, told ?? { status })
              void reloadLists(client, area)
              toast.success(answer.message || 'Status changed')
            },
          }),
      })),
    can(mayPosts.delete) && {
      label: 'Delete',
      icon: IconTrash,
      danger: true,
      act: () => {
        done?.()
        remove(id)
      },
    },
  ])
}

/** The menu of a shopping post's row. */
export function ShoppingPostMenu({ post }: { post: DeepPartial<ShoppingPost> }) {
  const name = textOf(post.title) ?? 'this shopping post'
  return <ActionsMenu name={name} actions={usePostActions(post)} />
}

/** The same in the drawer, which a deletion closes. */
export function ShoppingPostButtons(props: {
  post: DeepPartial<ShoppingPost>
  onDone: () => void
}) {
  return <ActionButtons actions={usePostActions(props.post, props.onDone)} />
}
