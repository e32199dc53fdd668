import type { QueryOf } from '@steward/contract/endpoints'
import { type RawBuilder, type Selectable, type SqlBool, sql } from 'kysely'
import type { Condition } from '../../db/conditions.ts'
import type { Db } from '../../db/connection.ts'
import { type FilteredBy, filterConditions } from '../../db/filters.ts'
import { joinsFor, type Listing, type Page, plain } from '../../db/listing.ts'
import type { Source } from '../../db/source.ts'
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
    handler_name: string | null
  }

/** How posts are listed. */
export const postListing: Listing = {
  table: 'posts',
  columns: sql`
    t.id, t.author_id, t.text, t.images, t.category_id, t.like_count, t.comment_count,
    t.report_count, t.reports_handled, t.reports_handled_at, t.reports_handled_by, t.reports,
    t.created_at, t.updated_at, ${deletedColumns}, category.name as category_name,
    handler.name as handler_name, ${personColumns('author', 'author')}`,
  joins: [
    deleterJoin,
    { table: 'users', as: 'author', by: 'author_id' },
    { table: 'categories', as: 'category', by: 'category_id' },
    { table: 'users', as: 'handler', by: 'reports_handled_by' },
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

/** Reports that nobody has decided about; an index holds the posts that have some. */
const openReports = sql<number>`greatest(t.report_count - t.reports_handled, 0)`

/** Posts that wait for a decision. */
export const reported: Condition = { sql: sql<SqlBool>`${openReports} > 0` }

const filtered: FilteredBy<'posts'> = {
  category: { by: plain('category_id'), facet: 'category_id' },
  author: { by: plain('author_id'), people: true },
  reportCount: { by: plain('report_count') },
  openReportCount: { by: openReports },
  likeCount: { by: plain('like_count') },
  commentCount: { by: plain('comment_count') },
  createdAt: { by: plain('created_at') },
}

/** Some posts, deleted ones too, by `_id`. */
export async function findPosts(db: Db, ids: readonly string[]): Promise<PostRow[]> {
  const found = await sql<PostRow>`
    select ${postListing.columns} from posts as t ${joinsFor(postListing)}
    where t.id = any(${ids}::uuid[]) order by t.id
  `.execute(db)
  return found.rows
}

/** A page of posts that are not deleted (contract, Lists). */
export const listPosts = (source: Source, query: QueryOf<'posts.list'>): Promise<Page<PostRow>> =>
  source.page<PostRow>(postListing, query, postConditions(query, source.now))
