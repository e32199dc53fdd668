import type { QueryOf } from '@steward/contract/calls/endpoints'
import { categoryFields } from '@steward/contract/categories/categories.fields'
import { type Selectable, sql } from 'kysely'
import type { Db } from '../../db/connection/connection.ts'
import type { Condition } from '../../db/list/conditions.ts'
import { type FilteredBy, filterConditions } from '../../db/list/filters.ts'
import { findRow, type Page, plain } from '../../db/list/listing.ts'
import { current, listingBy, type RecordState, type Source } from '../../db/list/source.ts'
import type { CategoriesTable } from '../../db/tables/tables.ts'
import { type DeletedColumns, inTrash } from '../records/deleted.ts'
import { filteredBy, listingOf } from '../records/listing.store.ts'

/** A category with what hangs on it; its `position` is its place among its siblings, from 0. */
export type CategoryRow = DeletedColumns &
  Omit<Selectable<CategoriesTable>, 'search' | 'tree_key'> & {
    post_count: number
    shopping_post_count: number
    child_count: number
  }

const nobody = sql`'00000000-0000-0000-0000-000000000000'::uuid`

/** Siblings before it: the stored position is a sort key with gaps. */
const placeIn = ({ table }: RecordState) => sql`(
  select count(*) from ${table('categories', 'sibling')}
  where sibling.deleted_at is null
    and coalesce(sibling.parent_id, ${nobody}) = coalesce(t.parent_id, ${nobody})
    and (sibling.position, sibling.id) < (t.position, t.id))`

const childCountIn = ({ table }: RecordState) => sql`(
  select count(*) from ${table('categories', 'child')} where child.parent_id = t.id and child.deleted_at is null)`

/** How categories are listed. */
export const categoryListingIn = listingBy((state) =>
  listingOf(categoryFields, {
    table: 'categories',
    more: [sql`t.version`],
    computed: {
      position: placeIn(state),
      postCount: state.countIn('posts'),
      shoppingPostCount: state.countIn('shopping_posts'),
      childCount: childCountIn(state),
    },
    sorts: { position: { by: plain('tree_key') } },
  }),
)

export const categoryListing = categoryListingIn(current)

/** What a query asks of categories that are not deleted, beside its search (contract, Lists). */
export const categoryConditions = (
  query: QueryOf<'categories.list'>,
  state: RecordState = current,
): Condition[] => [
  // Its table keeps no counters, so nothing is a facet of them.
  { sql: sql<boolean>`true` },
  ...inTrash(query.deleted),
  ...filterConditions('categories', filteredIn(state), query, state.now),
]

const filteredIn = ({ countIn }: RecordState): FilteredBy<'categories'> =>
  filteredBy(categoryFields, { postCount: { by: countIn('posts') } })

/** A page of categories that are not deleted (contract, Lists). */
export const listCategories = (
  source: Source,
  query: QueryOf<'categories.list'>,
): Promise<Page<CategoryRow>> =>
  source.page<CategoryRow>(categoryListingIn(source), query, categoryConditions(query, source))

/** One category, deleted or not. */
export const findCategory = (db: Db, id: string): Promise<CategoryRow | undefined> =>
  findRow<CategoryRow>(db, categoryListing, id)
