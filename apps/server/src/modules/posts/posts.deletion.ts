import { deletionOf } from '../records/deletion.ts'
import { type PostRow, postListing } from './posts.store.ts'
import { postView } from './posts.view.ts'

/** What a post is called among failures: how its text begins. */
export const nameOf = ({ text }: { text: string }): string => [...text].slice(0, 80).join('')

/** A post in a message, by its author. */
export const postTitle = ({ author_name: author }: PostRow) =>
  author ? `Post by ${author}` : 'Post'

/** Deleting feed posts and bringing them back. */
export const postDeletion = deletionOf({
  area: 'posts',
  table: 'posts',
  listing: postListing,
  view: postView,
  name: nameOf,
  deleted: (post: PostRow) => `${postTitle(post)} deleted.`,
  restored: (post) => `${postTitle(post)} restored.`,
})
