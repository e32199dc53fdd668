import type { Updateable } from 'kysely'
import type { CategoriesTable } from '../../db/tables/tables.ts'
import { findOrThrow } from '../records/checks.ts'
import type { Columns, Revert } from '../records/revert.ts'
import { movedColumns, restoreCategory } from './categories.change.ts'
import { categoryDeletion, mustHaveFreeName } from './categories.deletion.ts'
import { lockTree } from './tree.store.ts'

/** Columns of an entry; its `position` is a place among siblings. */
type Told = Pick<Columns, string> & { parent_id?: string | null; position?: number }

/** How categories are put back: at their place among their siblings, whatever sort keys those have by now. */
export const categoryRevert: Revert = {
  delete: categoryDeletion.revert.delete,
  restore: async (at, id, held) => {
    const { tx, lock } = at.writing
    await lockTree(tx)
    const category = findOrThrow(await lock('categories', [id]), 'category')
    const { position } = held as Told
    await mustHaveFreeName(at.writing, category)
    await restoreCategory(at.writing, category, position)
  },
  update: async ({ writing }, id, columns) => {
    const { tx, lock, update } = writing
    const { position, parent_id: parent, ...others } = columns as Told
    const moves = position !== undefined || parent !== undefined
    // Before the category itself, as every other move does.
    if (moves) await lockTree(tx)
    const category = findOrThrow(await lock('categories', [id]), 'category')
    const moved = moves ? await movedColumns(writing, category, { parent, position }) : {}
    await update('categories', [category], { ...(others as Updateable<CategoriesTable>), ...moved })
  },
}
