import type { QueryOf } from '@steward/contract/calls/endpoints'
import { shoppingPostFields } from '@steward/contract/shopping-posts/shopping-posts.fields'
import type { RawBuilder, Selectable } from 'kysely'
import type { Db } from '../../db/connection/connection.ts'
import type { Condition } from '../../db/list/conditions.ts'
import { type FilteredBy, filterConditions } from '../../db/list/filters.ts'
import { findRow, type Listing, type Page } from '../../db/list/listing.ts'
import type { Source } from '../../db/list/source.ts'
import type { ShoppingPostsTable } from '../../db/tables/tables.ts'
import { type DeletedColumns, inTrash } from '../records/deleted.ts'
import { filteredBy, listingOf } from '../records/listing.store.ts'

/** A shopping post with its seller and category. */
export type ShoppingPostRow = DeletedColumns &
  Omit<Selectable<ShoppingPostsTable>, 'search'> & {
    seller_name: string | null
    seller_image: string | null
    category_name: string | null
  }

/** How shopping posts are listed. */
export const shoppingPostListing: Listing = listingOf(shoppingPostFields, {
  table: 'shopping_posts',
})

/** What a query asks of shopping posts, beside its search (contract, Lists). */
export const shoppingPostConditions = (
  query: QueryOf<'shoppingPosts.list'>,
  now?: RawBuilder<string>,
): Condition[] => [
  ...inTrash(query.includeDeleted && query.deleted === 'none' ? 'all' : query.deleted),
  ...filterConditions('shoppingPosts', filtered, query, now),
]

const filtered: FilteredBy<'shoppingPosts'> = filteredBy(shoppingPostFields, {
  status: { facet: 'status' },
  category: { facet: 'category_id' },
  seller: { people: true },
})

/** A page of shopping posts, deleted ones only where they are asked for (specification section 4). */
export const listShoppingPosts = (
  source: Source,
  query: QueryOf<'shoppingPosts.list'>,
): Promise<Page<ShoppingPostRow>> =>
  source.page<ShoppingPostRow>(
    shoppingPostListing,
    query,
    shoppingPostConditions(query, source.now),
  )

/** One shopping post, deleted or not. */
export const findShoppingPost = (db: Db, id: string): Promise<ShoppingPostRow | undefined> =>
  findRow<ShoppingPostRow>(db, shoppingPostListing, id)
