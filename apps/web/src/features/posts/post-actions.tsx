import type { Post } from '@steward/contract/posts/posts'
import { IconFlagOff, IconGavel, IconUserOff } from '@tabler/icons-react'
import { useIsOffered } from '../../api/missing-calls.ts'
import { type DeepPartial, isDeleted, numberOf, referenceOf, textOf } from '../../api/read.ts'
import { useDeactivate } from '../../shared/people/deactivate-person.ts'
import { useDeletion } from '../../shared/records/deletion-actions.tsx'
import { needsOf } from '../../ui/permissions/needs-of.ts'
import { useCan } from '../../ui/permissions/permitted.tsx'
import { ActionButtons, ActionsMenu, permitted } from '../../ui/record/record-actions.tsx'
import { askDecision } from './decision.store.ts'
import { type DecidedPost, useKeep } from './decisions.ts'
import { openReportsOf } from './open-reports.ts'
import { postDeletion } from './post-deletion.ts'

/** A post as a decision names it; null where it has no id. */
export function decidedPost(post: DeepPartial<Post>): DecidedPost | null {
  const id = textOf(post._id)
  const author = referenceOf(post.author)
  return id === null
    ? null
    : {
        id,
        reportCount: numberOf(post.reportCount),
        isDeleted: isDeleted(post),
        handledAt: post.reportsHandledAt === undefined ? undefined : textOf(post.reportsHandledAt),
        author: author?.id ? { id: author.id, name: author.name } : null,
      }
}

/** Whether the person may decide about posts as a whole, and the server can. */
export function useMayDecide(): boolean {
  const may = needsOf('posts.decide').some(useCan())
  return useIsOffered('posts.decide') && may
}

/** What can be done with a post: the one decision about it, in its parts or whole. */
function usePostActions(post: DeepPartial<Post>, close?: () => void) {
  const deletion = useDeletion(postDeletion, post, { close })
  const deactivate = useDeactivate(referenceOf(post.author))
  const mayDecide = useMayDecide()
  const keep = useKeep()
  const decided = decidedPost(post)
  const gone = isDeleted(post)
  const name = postDeletion.name(post)
  return permitted([
    mayDecide &&
      decided !== null &&
      !gone &&
      (openReportsOf(post) ?? 0) > 0 && {
        label: 'Keep',
        icon: IconFlagOff,
        key: 'a',
        decides: true,
        act: () => keep(decided, name),
      },
    deactivate !== undefined && {
      label: 'Deactivate author',
      icon: IconUserOff,
      key: 'u',
      act: deactivate,
    },
    mayDecide &&
      decided !== null &&
      // Of one that is deleted, the author is what is left to decide about.
      (!gone || decided.author !== null) && {
        label: 'Decide…',
        icon: IconGavel,
        key: 'm',
        act: () => askDecision({ posts: [decided], name, isDeleted: gone }),
      },
    ...deletion,
  ])
}

/** The menu of a post's row. */
export function PostMenu({ post }: { post: DeepPartial<Post> }) {
  return <ActionsMenu name={postDeletion.name(post)} actions={usePostActions(post)} />
}

/** The same where the post is open, which it leaves once it is deleted for good. */
export function PostButtons(props: { post: DeepPartial<Post>; onDone: () => void }) {
  return <ActionButtons actions={usePostActions(props.post, props.onDone)} />
}
