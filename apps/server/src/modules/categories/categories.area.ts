import type { Category } from '@steward/contract/categories'
import { defineArea } from '../area.ts'
import { number, recordColumns, text } from '../export-columns.ts'
import { updating } from '../revert.ts'
import { categoryDeletion } from './categories.deletion.ts'
import { mustFitBelow } from './categories.rules.ts'
import { type CategoryRow, categoryConditions, categoryListing } from './categories.store.ts'
import { categoryView } from './categories.view.ts'
import { deepestFirst, highestFirst, lockTree } from './tree.store.ts'

const putBack = updating('categories', async ({ writing: { tx } }, { id }, { parent_id }) => {
  if (typeof parent_id === 'string') await mustFitBelow(tx, parent_id, id)
})

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
  revert: {
    ...categoryDeletion.revert,
    update: async (at, id, columns) => {
      // Before the category itself, as every other move does.
      if ('parent_id' in columns || 'position' in columns) await lockTree(at.writing.tx)
      await putBack(at, id, columns)
    },
  },
  bulk: categoryDeletion.actions,
  // What stands below goes first, and comes back last.
  order: { delete: deepestFirst, restore: highestFirst },
})
