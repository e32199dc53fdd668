import type { Post } from '@steward/contract/posts'
import { IconUserOff } from '@tabler/icons-react'
import { type DeepPartial, isDeleted, referenceOf } from '../../api/read.ts'
import { useDeactivate } from '../../shared/people/deactivate-person.ts'
import { useDeletion } from '../../shared/records/deletion-actions.tsx'
import { ActionButtons, ActionsMenu, permitted } from '../../ui/record/record-actions.tsx'
import { postDeletion } from './post-deletion.ts'

/** What can be done with a post: deleting it, and keeping its author from writing more. */
function usePostActions(post: DeepPartial<Post>, close?: () => void) {
  const deletion = useDeletion(postDeletion, post, { close })
  const deactivate = useDeactivate(referenceOf(post.author))
  return permitted([
    ...(isDeleted(post) ? [] : deletion),
    deactivate !== undefined && {
      label: 'Deactivate author',
      icon: IconUserOff,
      key: 'u',
      act: deactivate,
    },
    ...(isDeleted(post) ? deletion : []),
  ])
}

/** The menu of a post's row. */
export function PostMenu({ post }: { post: DeepPartial<Post> }) {
  return <ActionsMenu name={postDeletion.name(post)} actions={usePostActions(post)} />
}

/** The same where the post is open, which a deletion leaves. */
export function PostButtons(props: { post: DeepPartial<Post>; onDone: () => void }) {
  return <ActionButtons actions={usePostActions(props.post, props.onDone)} />
}
