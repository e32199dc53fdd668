import type { Selectable } from 'kysely'
import type { CategoriesTable } from '../../db/tables/tables.ts'
import type { WriteTransaction } from '../../db/write/write.ts'
import { Failure } from '../../http/failure.ts'
import { pluralize } from '../../pluralize.ts'
import { takenBy } from '../records/checks.ts'
import { deletionOf } from '../records/deletion.ts'
import { deleteCategory, restoreCategory } from './categories.change.ts'
import { nameTaken, postsIn } from './categories.rules.ts'
import { type CategoryRow, categoryListing } from './categories.store.ts'
import { categoryView } from './categories.view.ts'
import { childrenOf, lockTree, nameInUse } from './tree.store.ts'

/** @throws {Failure} `taken` where a category that would come back has the name of another one */
export async function mustHaveFreeName(
  { tx }: WriteTransaction,
  category: Selectable<CategoriesTable>,
): Promise<void> {
  if (!(await nameInUse(tx, category))) return
  throw takenBy({ path: 'name', msg: 'Another category in the same place now has this name.' })
}

/** Deleting categories and bringing them back: each may depend on the one before. */
export const categoryDeletion = deletionOf({
  area: 'categories',
  table: 'categories',
  listing: categoryListing,
  view: categoryView,
  name: (category) => category.name,
  deleted: (category: CategoryRow) => {
    const posts = postsIn(category)
    return `Category “${category.name}” deleted.${posts ? ` It is still used by ${posts}.` : ''}`
  },
  restored: (category) => `Category “${category.name}” restored.`,
  taken: nameTaken,
  each: {
    begin: ({ tx }) => lockTree(tx),
    delete: deleteCategory,
    restore: restoreCategory,
    mayReturn: mustHaveFreeName,
    mayPurge: async ({ tx }, { id, name }) => {
      const below = await childrenOf(tx, id)
      if (below === 0) return
      const what = pluralize(below, 'deleted subcategory', 'deleted subcategories')
      throw new Failure(
        'conflict',
        `“${name}” has ${what}. Delete ${below === 1 ? 'it' : 'them'} permanently first.`,
      )
    },
  },
})
