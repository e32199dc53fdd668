import type { Category } from '@steward/contract/categories/categories'
import { categoryFields } from '@steward/contract/categories/categories.fields'
import { defineArea } from '../records/area.ts'
import { exportColumnsOf } from '../records/files.ts'
import { categoryDeletion } from './categories.deletion.ts'
import { categoryRevert } from './categories.revert.ts'
import { type CategoryRow, categoryConditions, categoryListing } from './categories.store.ts'
import { categoryView } from './categories.view.ts'
import { deepestFirst, highestFirst } from './tree.store.ts'

/** Categories, as exports and jobs know them. */
export const categoriesArea = defineArea<'categories', CategoryRow, Category>('categories', {
  listing: categoryListing,
  conditions: (query) => categoryConditions(query),
  view: categoryView,
  columns: exportColumnsOf(categoryFields),
  revert: categoryRevert,
  bulk: categoryDeletion.actions,
  // What stands below goes first, and comes back last.
  order: { delete: deepestFirst, restore: highestFirst },
})
