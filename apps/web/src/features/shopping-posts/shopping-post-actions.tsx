import { areas } from '@steward/contract/areas/areas'
import { permission } from '@steward/contract/permissions/permissions'
import type { ShoppingPost } from '@steward/contract/shopping-posts/shopping-posts'
import { IconTag } from '@tabler/icons-react'
import { call } from '../../api/client.ts'
import { useHasCall } from '../../api/missing-calls.ts'
import { type DeepPartial, isDeleted, textOf } from '../../api/read.ts'
import { isOfDeleted, reloadLists, removeRecord, replaceRecord } from '../../api/record-cache.ts'
import { recordIn } from '../../api/record-in.ts'
import type { Deletable } from '../../shared/records/deletable.ts'
import { useDeletion } from '../../shared/records/deletion-actions.tsx'
import { useNoteChange } from '../../shared/undo/note-change.ts'
import { toast } from '../../ui/feedback/messages.tsx'
import { useOptimisticMutation } from '../../ui/feedback/use-optimistic-mutation.ts'
import { useCan } from '../../ui/permissions/permitted.tsx'
import { ActionButtons, ActionsMenu, permitted } from '../../ui/record/record-actions.tsx'
import { statusWord } from '../../ui/record/status-badge.tsx'

const mayChangeStatus = permission('Catalogue', 'Shopping posts', 'status')

const area = 'shoppingPosts'

/** Shopping posts, as they are deleted: where deleted ones are shown, one stays in its place and is marked. */
const deletable: Deletable<ShoppingPost> = {
  area,
  name: (post) => textOf(post.title) ?? 'this shopping post',
  hide: (client, id) => {
    const back = removeRecord(client, area, id, ({ includeDeleted, deleted }) => {
      return includeDeleted !== 'true' && deleted !== 'only'
    })
    const unmark = replaceRecord<ShoppingPost>(client, area, id, {
      deletedAt: new Date().toISOString(),
    })
    return () => {
      unmark()
      back()
    }
  },
  show: (client, id) => {
    const back = removeRecord(client, area, id, isOfDeleted)
    const mark = replaceRecord<ShoppingPost>(client, area, id, { deletedAt: null })
    return () => {
      mark()
      back()
    }
  },
}

function usePostActions(post: DeepPartial<ShoppingPost>, close?: () => void) {
  const can = useCan()
  const deletion = useDeletion(deletable, post, { close })
  const { mutate } = useOptimisticMutation<{ message: string }>()
  const marks = useHasCall('shoppingPosts.status')
  const note = useNoteChange()
  const id = textOf(post._id)
  if (id === null) return []
  if (isDeleted(post)) return deletion
  const name = deletable.name(post)
  const { statuses } = areas.shoppingPosts
  const next =
    statuses[(statuses.indexOf(post.status as ShoppingPost['status']) + 1) % statuses.length]
  return permitted([
    ...areas.shoppingPosts.statuses
      .filter((status) => marks && status !== post.status && can(mayChangeStatus))
      .map((status) => ({
        // The key goes on: reserved, then sold, then available again.
        ...(status === next && { key: 's' }),
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
              toast.success(answer.message || 'Status changed', name)
              note(told, { name })
            },
          }),
      })),
    ...deletion,
  ])
}

/** The menu of a shopping post's row. */
export function ShoppingPostMenu({ post }: { post: DeepPartial<ShoppingPost> }) {
  return <ActionsMenu name={deletable.name(post)} actions={usePostActions(post)} />
}

/** The same in the drawer, which a deletion closes. */
export function ShoppingPostButtons(props: {
  post: DeepPartial<ShoppingPost>
  onDone: () => void
}) {
  return <ActionButtons actions={usePostActions(props.post, props.onDone)} />
}
