import type { Post } from '@steward/contract/posts'
import { personOf } from '../person-reference.store.ts'
import { deletedFields } from '../trash.store.ts'
import type { PostRow } from './posts.store.ts'

/** A post as the contract has it. */
export function postView(row: PostRow): Post {
  return {
    _id: row.id,
    author: personOf(row.author_id, row.author_name, row.author_image),
    text: row.text,
    images: row.images,
    category: row.category_id ? { _id: row.category_id, name: row.category_name ?? '' } : null,
    likeCount: row.like_count,
    commentCount: row.comment_count,
    reportCount: row.report_count,
    // A post of the past may be from before there were decisions.
    openReportCount: Math.max(0, row.report_count - (row.reports_handled ?? 0)),
    reportsHandledAt: row.reports_handled_at,
    reportsHandledBy: row.reports_handled_by
      ? { _id: row.reports_handled_by, name: row.handler_name ?? '' }
      : null,
    reports: row.reports ?? [],
    createdAt: row.created_at,
    updatedAt: row.updated_at,
    ...deletedFields(row),
  }
}
