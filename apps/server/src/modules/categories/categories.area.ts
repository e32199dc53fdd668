import type { Category } from '@steward/contract/categories'
import { defineArea } from '../area.ts'
import { number, recordColumns, text } from '../export-columns.ts'
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
  columns: {
    ...recordColumns,
    name: text('Name', (category) => category.name),
    slug: text('Slug', (category) => category.slug),
    description: text('Description', (category) => category.description),
    image: text('Image', (category) => category.image),
    color: text('Colour', (category) => category.color),
    position: number('Position', (category) => category.position),
    parent: text('Parent ID', (category) => category.parent),
    status: text('Status', (category) => category.status),
    postCount: number('Feed posts', (category) => category.postCount),
    shoppingPostCount: number('Shopping posts', (category) => category.shoppingPostCount),
    childCount: number('Categories below', (category) => category.childCount),
  },
  revert: categoryRevert,
  bulk: categoryDeletion.actions,
  // What stands below goes first, and comes back last.
  order: { delete: deepestFirst, restore: highestFirst },
})
