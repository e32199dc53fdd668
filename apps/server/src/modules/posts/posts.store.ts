import type { QueryOf } from '@steward/contract/calls/endpoints'
import { postFields } from '@steward/contract/posts/posts.fields'
import { type RawBuilder, type Selectable, type SqlBool, sql } from 'kysely'
import type { Db } from '../../db/connection/connection.ts'
import type { Condition } from '../../db/list/conditions.ts'
import { type FilteredBy, filterConditions } from '../../db/list/filters.ts'
import { joinsFor, type Listing, type Page } from '../../db/list/listing.ts'
import type { Source } from '../../db/list/source.ts'
import type { PostsTable } from '../../db/tables/tables.ts'
import { type DeletedColumns, inTrash } from '../records/deleted.ts'
import { filteredBy, listingOf } from '../records/listing.store.ts'

/** A post with its author and category. */
export type PostRow = DeletedColumns &
  Omit<Selectable<PostsTable>, 'search'> & {
    author_name: string | null
    author_image: string | null
    category_name: string | null
    reports_handled_by_name: string | null
  }

/** How posts are listed. */
export const postListing: Listing = listingOf(postFields, {
  table: 'posts',
  more: [sql`t.reports_handled`],
  // A post of the past may be from before there were decisions.
  computed: {
    openReportCount: sql`greatest(t.report_count - coalesce(t.reports_handled, 0), 0)`,
  },
  searchedPeople: ['author_id'],
})

/** What a query asks of posts that are not deleted, beside its search (contract, Lists). */
export const postConditions = (
  query: QueryOf<'posts.list'>,
  now?: RawBuilder<string>,
): Condition[] => [...inTrash(query.deleted), ...filterConditions('posts', filtered, query, now)]

/** Reports that nobody has decided about; an index holds the posts that have some. */
const openReports = sql<number>`greatest(t.report_count - t.reports_handled, 0)`

/** Posts that wait for a decision. */
export const reported: Condition = { sql: sql<SqlBool>`${openReports} > 0` }

const filtered: FilteredBy<'posts'> = filteredBy(postFields, {
  category: { facet: 'category_id' },
  author: { people: true },
  openReportCount: { by: openReports },
})

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
