import type { Post } from '@steward/contract/posts/posts'
import { referenceOf } from '../../api/read.ts'
import type { Deletable } from '../../shared/records/deletable.ts'

/** Feed posts, as they are deleted. */
export const postDeletion: Deletable<Post> = {
  area: 'posts',
  name: ({ author }) => {
    const name = referenceOf(author)?.name
    return name ? `Post by ${name}` : 'Post'
  },
}
