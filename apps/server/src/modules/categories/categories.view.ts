import type { Category } from '@steward/contract/categories'
import { deletedFields } from '../trash.store.ts'
import type { CategoryRow } from './categories.store.ts'

/** A category as the contract has it. */
export function categoryView(row: CategoryRow): Category {
  return {
    _id: row.id,
    name: row.name,
    slug: row.slug,
    description: row.description,
    image: row.image,
    color: row.color,
    position: row.position,
    parent: row.parent_id,
    status: row.status,
    postCount: row.post_count,
    shoppingPostCount: row.shopping_post_count,
    childCount: row.child_count,
    version: row.version,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
    ...deletedFields(row),
  }
}
