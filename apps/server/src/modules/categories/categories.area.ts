import { categoryFields } from '@steward/contract/categories/categories.fields'
import { say } from '@steward/i18n/sentence'
import { plainColumns } from '../../db/schema/columns.ts'
import { conflict } from '../../http/failure.ts'
import { findOrThrow } from '../records/checks.ts'
import { contentArea } from '../records/content-area.ts'
import { deleteCategory, movedColumns, newColumns, restoreCategory } from './categories.change.ts'
import { deletedFromUse, mustHaveFreeName, nameTaken } from './categories.rules.ts'
import { type CategoryRow, categoryStore } from './categories.store.ts'
import { childrenOf, deepestFirst, highestFirst, lockTree } from './tree.store.ts'

/** The area of categories (specification section 7). */
export const categoriesArea = contentArea<'categories', CategoryRow>('categories', {
  store: categoryStore,
  called: ({ name }) => say('Category “{name}”', { name }),
  deleted: deletedFromUse,
  order: { delete: deepestFirst, restore: highestFirst },
  deletion: {
    oneByOne: true,
    begin: ({ tx }) => lockTree(tx),
    delete: deleteCategory,
    restore: restoreCategory,
    taken: nameTaken,
    mustBeFree: async (writing) => (category) => mustHaveFreeName(writing, category),
    mayPurge: async ({ tx }, { id, name }) => {
      const below = await childrenOf(tx, id)
      if (below === 0) return
      throw conflict(
        say(
          '“{name}” has {count, plural, one {# deleted subcategory. Delete it} other {# deleted subcategories. Delete them}} permanently first.',
          { name, count: below },
        ),
      )
    },
  },
  writes: {
    // Lock the tree before the category itself.
    begin: async ({ tx }, { parent, position }) => {
      if (parent !== undefined || position !== undefined) await lockTree(tx)
    },
    columns: async (writing, sent, category) => {
      const { position, ...plain } = sent
      const columns = plainColumns(categoryFields, plain)
      if (!category) return { ...columns, ...(await newColumns(writing, sent)) }
      return { ...columns, ...(await movedColumns(writing, category, sent)) }
    },
    taken: () => nameTaken,
  },
  // Restore the place among the siblings, as sort keys may have changed since.
  revert: {
    restore: async ({ writing }, id, held) => {
      await lockTree(writing.tx)
      const category = findOrThrow(await writing.lock('categories', [id]), 'category')
      await mustHaveFreeName(writing, category)
      await restoreCategory(writing, category, held['position'] as number | undefined)
    },
    update: async ({ writing }, id, columns) => {
      const {
        position,
        parent_id: parent,
        ...others
      } = columns as {
        position?: number
        parent_id?: string | null
      }
      const moves = position !== undefined || parent !== undefined
      if (moves) await lockTree(writing.tx)
      const category = findOrThrow(await writing.lock('categories', [id]), 'category')
      const moved = await movedColumns(writing, category, { parent, position })
      await writing.update('categories', [category], { ...others, ...moved })
    },
  },
  search: {
    keys: ['name'],
    title: ['name'],
    detail: ['description'],
  },
})
