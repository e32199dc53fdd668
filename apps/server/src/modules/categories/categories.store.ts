import type { QueryOf } from '@steward/contract/endpoints'
import { type Selectable, sql } from 'kysely'
import type { Db } from '../../db/connection.ts'
import {
  among,
  folded,
  type Listing,
  listPage,
  notDeleted,
  type Page,
  plain,
} from '../../db/listing.ts'
import type { CategoriesTable } from '../../db/tables.ts'

/** A category with the number of its posts. */
export type CategoryRow = Omit<Selectable<CategoriesTable>, 'search'> & { post_count: number }

/** Feed posts that are not deleted, from their tally. */
const postCount = sql`(
  select coalesce(sum(n), 0)::bigint from tallies
  where area = 'posts' and facets ->> 'category_id' = t.id::text and facets ->> 'deleted' = 'false')`

const listing: Listing = {
  table: 'categories',
  columns: sql`
    t.id, t.name, t.slug, t.description, t.image, t.color, t.position, t.parent_id, t.status,
    t.version, t.created_at, t.updated_at, t.deleted_at, ${postCount} as post_count`,
  sorts: {
    createdAt: { by: plain('created_at') },
    position: { by: plain('position') },
    name: { by: folded('name') },
    postCount: { by: postCount },
  },
}

/** A page of categories that are not deleted (contract, Lists). */
export function listCategories(
  db: Db,
  query: QueryOf<'categories.list'>,
): Promise<Page<CategoryRow>> {
  return listPage<CategoryRow>(db, listing, query, [
    { sql: notDeleted.sql },
    ...among('status', query.status),
    ...among('parent_id', query.parent),
  ])
}
