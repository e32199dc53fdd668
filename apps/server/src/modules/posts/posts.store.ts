import { type SqlBool, sql } from 'kysely'
import type { Db } from '../../db/connection/connection.ts'
import type { Condition } from '../../db/filters/conditions.ts'
import { findRows } from '../../db/list/listing.ts'
import { type RowOf, recordStore } from '../records/record-store.store.ts'

export type PostRow = RowOf<
  'posts',
  {
    author_name: string | null
    author_image: string | null
    category_name: string | null
    reports_handled_by_name: string | null
  }
>

/** The number of reports that aren't handled; an index has the posts with any. */
const openReports = sql<number>`greatest(t.report_count - t.reports_handled, 0)`

/** The condition that a post has reports to decide about. */
export const reported: Condition = { sql: sql<SqlBool>`${openReports} > 0` }

export const postStore = recordStore<'posts', PostRow>('posts', {
  listing: () => ({
    more: [sql`t.reports_handled`],
    // A version from the audit log may date from before there were decisions.
    computed: {
      openReportCount: sql`greatest(t.report_count - coalesce(t.reports_handled, 0), 0)`,
    },
    searchedPeople: ['author_id'],
  }),
  filters: () => ({
    author: { people: true },
    openReportCount: { by: openReports },
  }),
})

/** Finds posts by `_id`, including deleted ones. */
export const findPosts = (db: Db, ids: readonly string[]): Promise<PostRow[]> =>
  findRows(db, postStore.listing, ids)
