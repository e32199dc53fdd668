import type { Post } from '../../api/records.ts'
import type { RecordArea } from '../../shared/records/record-area.ts'

export const posts: RecordArea<Post> & { area: 'posts' } = {
  area: 'posts',
  name: ({ author }) => {
    const name = author?.name
    return name ? `Post by ${name}` : 'Post'
  },
}

/** Reports of a post that nobody has decided about; from a server that knows no decisions, all of them. */
export const openReportsOf = (post: Post): number | null =>
  post.openReportCount ?? post.reportCount ?? null
