import { categoryFields } from '@steward/contract/categories.fields'
import type { QueryOf } from '@steward/contract/endpoints'
import { type Selectable, sql } from 'kysely'
import type { Condition } from '../../db/conditions.ts'
import type { Db } from '../../db/connection.ts'
import { type FilteredBy, filterConditions } from '../../db/filters.ts'
import { findRow, type Listing, type Page, plain } from '../../db/listing.ts'
import { countOf } from '../../db/past/count-in.ts'
import { listView } from '../../db/past/page.ts'
import { type Past, type View, wholeTable } from '../../db/past/view.ts'
import type { CategoriesTable } from '../../db/tables.ts'
import { countersOf } from '../../db/totals.ts'
import { filteredBy, listingOf } from '../fields/listing.ts'
import { type DeletedColumns, inTrash } from '../trash.store.ts'

/** A category with what hangs on it; its `position` is its place among its siblings, from 0. */
export type CategoryRow = DeletedColumns &
  Omit<Selectable<CategoriesTable>, 'search' | 'tree_key'> & {
    post_count: number
    shopping_post_count: number
    child_count: number
  }

/** Records of a table that stand in a category and are not deleted, from their counter. */
const countIn = (area: 'posts' | 'shopping_posts') => sql`(
  select coalesce(sum(n), 0)::bigint from current_counters
  where ${countersOf(area)} and facets ->> 'category_id' = t.id::text and facets ->> 'deleted' = 'false')`

const nobody = sql`'00000000-0000-0000-0000-000000000000'::uuid`

/** Siblings before it: the stored position is a sort key with gaps. */
const placeIn = (past?: Past) => sql`(
  select count(*) from ${wholeTable('categories', 'sibling', past)}
  where sibling.deleted_at is null
    and coalesce(sibling.parent_id, ${nobody}) = coalesce(t.parent_id, ${nobody})
    and (sibling.position, sibling.id) < (t.position, t.id))`

const childCountIn = (past?: Past) => sql`(
  select count(*) from ${wholeTable('categories', 'child', past)} where child.parent_id = t.id and child.deleted_at is null)`

/** How categories are listed, as they are or as they stood. */
const listingIn = (past?: Past): Listing => {
  const postCount = past ? countOf(past, 'posts') : countIn('posts')
  const shoppingPostCount = past ? countOf(past, 'shopping_posts') : countIn('shopping_posts')
  return listingOf(categoryFields, {
    table: 'categories',
    more: [sql`t.version`],
    computed: {
      position: placeIn(past),
      postCount,
      shoppingPostCount,
      childCount: childCountIn(past),
    },
    sorts: { position: { by: plain('tree_key') } },
  })
}

export const categoryListing = listingIn()

/** What a query asks of categories that are not deleted, beside its search (contract, Lists). */
export const categoryConditions = (query: QueryOf<'categories.list'>, view?: View): Condition[] => [
  // Its table keeps no counters, so nothing is a facet of them.
  { sql: sql<boolean>`true` },
  ...inTrash(query.deleted),
  ...filterConditions('categories', filteredIn(view?.past), query, view?.now),
]

/** How categories are listed now, or as of a moment. */
export const categoryListingIn = (view: View): Listing =>
  view.past ? listingIn(view.past) : categoryListing
const filteredIn = (past?: Past): FilteredBy<'categories'> =>
  filteredBy(categoryFields, {
    postCount: { by: past ? countOf(past, 'posts') : countIn('posts') },
  })

/** A page of categories that are not deleted (contract, Lists). */
export const listCategories = (
  view: View,
  query: QueryOf<'categories.list'>,
): Promise<Page<CategoryRow>> =>
  listView<CategoryRow>(view, categoryListingIn(view), query, categoryConditions(query, view))

/** One category, deleted or not. */
export const findCategory = (db: Db, id: string): Promise<CategoryRow | undefined> =>
  findRow<CategoryRow>(db, categoryListing, id)
