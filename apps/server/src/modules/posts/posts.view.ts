import type { Post } from '@steward/contract/posts/posts'
import { postFields } from '@steward/contract/posts/posts.fields'
import { viewOf } from '../records/view.ts'
import type { PostRow } from './posts.store.ts'

/** A post as the contract has it. */
export const postView = viewOf<PostRow, Post>(postFields, {
  // A post of the past may be from before there were reports.
  reports: (row) => row.reports ?? [],
})
