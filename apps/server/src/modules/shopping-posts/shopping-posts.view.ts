import type { ShoppingPost } from '@steward/contract/shopping-posts'
import { personOf } from '../person-reference.store.ts'
import { deletedFields } from '../trash.store.ts'
import type { ShoppingPostRow } from './shopping-posts.store.ts'

/** A shopping post as the contract has it. */
export function shoppingPostView(row: ShoppingPostRow): ShoppingPost {
  return {
    _id: row.id,
    title: row.title,
    description: row.description,
    price: row.price,
    currency: row.currency,
    seller: personOf(row.seller_id, row.seller_name, row.seller_image),
    images: row.images,
    category: row.category_id ? { _id: row.category_id, name: row.category_name ?? '' } : null,
    status: row.status,
    ...deletedFields(row),
    deletedAt: row.deleted_at,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
  }
}
