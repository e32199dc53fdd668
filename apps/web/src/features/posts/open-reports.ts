import type { Post } from '@steward/contract/posts/posts'
import { type DeepPartial, numberOf } from '../../api/read.ts'

/** Reports of a post that nobody has decided about; from a server that knows no decisions, all of them. */
export const openReportsOf = (post: DeepPartial<Post>): number | null =>
  numberOf(post.openReportCount) ?? numberOf(post.reportCount)
