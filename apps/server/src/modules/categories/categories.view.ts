import type { Category } from '@steward/contract/categories/categories'
import { categoryFields } from '@steward/contract/categories/categories.fields'
import { viewOf } from '../records/view.ts'
import type { CategoryRow } from './categories.store.ts'

/** A category as the contract has it. */
export const categoryView = viewOf<CategoryRow, Category>(categoryFields, {
  version: (row) => row.version,
})
