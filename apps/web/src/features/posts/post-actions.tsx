import { permission } from '@steward/contract/permissions'
import type { Post } from '@steward/contract/posts'
import { IconTrash } from '@tabler/icons-react'
import { call } from '../../api/client.ts'
import { type DeepPartial, referenceOf, textOf } from '../../api/read.ts'
import { type Deletable, useDeleteWithUndo } from '../../shared/records/use-delete-with-undo.ts'
import { useCan } from '../../ui/permissions/permitted.tsx'
import { ActionButtons, ActionsMenu, permitted } from '../../ui/record/record-actions.tsx'

/** What feed posts need of the permissions to be deleted and brought back. */
export const mayDeletePosts = permission('Community', 'Feed posts', 'delete')

const removable: Deletable = {
  area: 'posts',
  one: 'post',
  remove: (id) => call('posts.delete', { params: { id } }),
  restore: (id) => call('posts.restore', { params: { id } }),
  restoreCall: 'posts.restore',
}

function usePostActions(post: DeepPartial<Post>, done?: () => void) {
  const can = useCan()
  const { remove } = useDeleteWithUndo(removable)
  const id = textOf(post._id)
  return permitted([
    id !== null &&
      can(mayDeletePosts) && {
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

/** The menu of a post's row. */
export function PostMenu({ post }: { post: DeepPartial<Post> }) {
  const author = referenceOf(post.author)?.name
  const name = author ? `the post by ${author}` : 'this post'
  return <ActionsMenu name={name} actions={usePostActions(post)} />
}

/** The same in the drawer, which a deletion closes. */
export function PostButtons(props: { post: DeepPartial<Post>; onDone: () => void }) {
  return <ActionButtons actions={usePostActions(props.post, props.onDone)} />
}
