import { Failure } from '../../http/failure.ts'
import { deletionOf } from '../deletion.service.ts'
import { pluralize } from '../pluralize.ts'
import { deleteCategory, restoreCategory } from './categories.change.ts'
import { nameTaken, postsIn } from './categories.rules.ts'
import { type CategoryRow, categoryListing } from './categories.store.ts'
import { categoryView } from './categories.view.ts'
import { childrenOf, lockTree, nameInUse } from './tree.store.ts'

/** Deleting categories and bringing them back: each may depend on the one before. */
export const categoryDeletion = deletionOf({
  area: 'categories',
  table: 'categories',
  listing: categoryListing,
  view: categoryView,
  name: (category) => category.name,
  deleted: (category: CategoryRow) => {
    const posts = postsIn(category)
    return `The category “${category.name}” is deleted.${posts ? ` It still stands on ${posts}.` : ''}`
  },
  restored: (category) => `The category “${category.name}” is back.`,
  taken: nameTaken,
  each: {
    begin: ({ tx }) => lockTree(tx),
    delete: deleteCategory,
    restore: restoreCategory,
    mayReturn: async ({ tx }, category) => {
      if (!(await nameInUse(tx, category))) return
      throw new Failure('taken', 'Another category in the same place has this name now.')
    },
    mayPurge: async ({ tx }, { id, name }) => {
      const below = await childrenOf(tx, id)
      if (below === 0) return
      const what = pluralize(below, 'deleted category', 'deleted categories')
      throw new Failure(
        'conflict',
        `“${name}” has ${what} below it. Delete ${below === 1 ? 'that' : 'those'} for good first.`,
      )
    },
  },
})
