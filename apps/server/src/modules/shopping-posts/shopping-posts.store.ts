import type { QueryOf } from '@steward/contract/endpoints'
import { type RawBuilder, type Selectable, sql } from 'kysely'
import type { Condition } from '../../db/conditions.ts'
import type { Db } from '../../db/connection.ts'
import { type FilteredBy, filterConditions } from '../../db/filters.ts'
import { findRow, folded, type Listing, type Page, plain } from '../../db/listing.ts'
import type { Source } from '../../db/source.ts'
import type { ShoppingPostsTable } from '../../db/tables.ts'
import { personColumns } from '../person-reference.store.ts'
import {
  byDeletedAt,
  type DeletedColumns,
  deletedColumns,
  deleterJoin,
  inTrash,
} from '../trash.store.ts'

/** A shopping post with its seller and category. */
export type ShoppingPostRow = DeletedColumns &
  Omit<Selectable<ShoppingPostsTable>, 'search'> & {
    seller_name: string | null
    seller_image: string | null
    category_name: string | null
  }

/** How shopping posts are listed. */
export const shoppingPostListing: Listing = {
  table: 'shopping_posts',
  columns: sql`
    t.id, t.title, t.description, t.price, t.currency, t.seller_id, t.images, t.category_id,
    t.status, t.created_at, t.updated_at, ${deletedColumns}, category.name as category_name,
    ${personColumns('seller', 'seller')}`,
  joins: [
    deleterJoin,
    { table: 'users', as: 'seller', by: 'seller_id' },
    { table: 'categories', as: 'category', by: 'category_id' },
  ],
  sorts: {
    createdAt: { by: plain('created_at') },
    deletedAt: byDeletedAt,
    price: { by: plain('price') },
    title: { by: folded('title') },
  },
}

/** What a query asks of shopping posts, beside its search (contract, Lists). */
export const shoppingPostConditions = (
  query: QueryOf<'shoppingPosts.list'>,
  now?: RawBuilder<string>,
): Condition[] => [
  ...inTrash(query.includeDeleted && query.deleted === 'none' ? 'all' : query.deleted),
  ...filterConditions('shoppingPosts', filtered, query, now),
]

const filtered: FilteredBy<'shoppingPosts'> = {
  status: { by: plain('status'), facet: 'status' },
  category: { by: plain('category_id'), facet: 'category_id' },
  seller: { by: plain('seller_id'), people: true },
  price: { by: plain('price') },
  createdAt: { by: plain('created_at') },
}

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
