import type { QueryOf } from '@steward/contract/endpoints'
import { type RawBuilder, type Selectable, sql } from 'kysely'
import type { Condition } from '../../db/conditions.ts'
import { type FilteredBy, filterConditions } from '../../db/filters.ts'
import { type Listing, type Page, plain } from '../../db/listing.ts'
import { listView } from '../../db/past/page.ts'
import type { View } from '../../db/past/view.ts'
import type { PostsTable } from '../../db/tables.ts'
import { personColumns } from '../person-reference.store.ts'
import {
  byDeletedAt,
  type DeletedColumns,
  deletedColumns,
  deleterJoin,
  inTrash,
} from '../trash.store.ts'

/** A post with its author and category. */
export type PostRow = DeletedColumns &
  Omit<Selectable<PostsTable>, 'search'> & {
    author_name: string | null
    author_image: string | null
    category_name: string | null
  }

/** How posts are listed. */
export const postListing: Listing = {
  table: 'posts',
  columns: sql`
    t.id, t.author_id, t.text, t.images, t.category_id, t.like_count, t.comment_count,
    t.report_count, t.created_at, t.updated_at, ${deletedColumns}, category.name as category_name,
    ${personColumns('author', 'author')}`,
  joins: [
    deleterJoin,
    { table: 'users', as: 'author', by: 'author_id' },
    { table: 'categories', as: 'category', by: 'category_id' },
  ],
  sorts: {
    createdAt: { by: plain('created_at') },
    deletedAt: byDeletedAt,
    likeCount: { by: plain('like_count') },
    commentCount: { by: plain('comment_count') },
    reportCount: { by: plain('report_count') },
  },
  searchedPeople: ['author_id'],
}

/** What a query asks of posts that are not deleted, beside its search (contract, Lists). */
export const postConditions = (
  query: QueryOf<'posts.list'>,
  now?: RawBuilder<string>,
): Condition[] => [...inTrash(query.deleted), ...filterConditions('posts', filtered, query, now)]

const filtered: FilteredBy<'posts'> = {
  category: { by: plain('category_id'), facet: 'category_id' },
  author: { by: plain('author_id'), people: true },
  reportCount: { by: plain('report_count') },
  likeCount: { by: plain('like_count') },
  commentCount: { by: plain('comment_count') },
  createdAt: { by: plain('created_at') },
}

/** A page of posts that are not deleted (contract, Lists). */
export const listPosts = (view: View, query: QueryOf<'posts.list'>): Promise<Page<PostRow>> =>
  listView<PostRow>(view, postListing, query, postConditions(query, view.now))
