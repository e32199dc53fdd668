import type { Post } from '@steward/contract/posts/posts'
import { type DeepPartial, numberOf, referenceOf } from '../../api/read.ts'
import type { RecordArea } from '../../shared/records/record-area.ts'

/** The feed posts. */
export const posts: RecordArea<Post> & { area: 'posts' } = {
  area: 'posts',
  name: ({ author }) => {
    const name = referenceOf(author)?.name
    return name ? `Post by ${name}` : 'Post'
  },
}

/** Reports of a post that nobody has decided about; from a server that knows no decisions, all of them. */
export const openReportsOf = (post: DeepPartial<Post>): number | null =>
  numberOf(post.openReportCount) ?? numberOf(post.reportCount)
