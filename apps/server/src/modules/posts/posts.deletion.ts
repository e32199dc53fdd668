import { deletionOf } from '../deletion.service.ts'
import { type PostRow, postListing } from './posts.store.ts'
import { postView } from './posts.view.ts'

/** Deleting feed posts and bringing them back. */
export const postDeletion = deletionOf({
  area: 'posts',
  table: 'posts',
  listing: postListing,
  view: postView,
  name: (post) => [...post.text].slice(0, 80).join(''),
  deleted: (_post: PostRow) => 'The post is deleted.',
  restored: () => 'The post is back.',
})
