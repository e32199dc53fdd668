import type { Selectable } from 'kysely'
import type { CategoriesTable } from '../../db/tables.ts'
import type { Writing } from '../../db/write.ts'
import { Failure } from '../../http/failure.ts'
import type { Apply, Outcome } from '../bulk.ts'
import { deleteCategory, restoreCategory } from './categories.change.ts'
import { lockTree, nameInUse } from './tree.store.ts'

type Row = Selectable<CategoriesTable>

/** One by one and in the order given, since each may hang on the one before. */
const oneByOne =
  (isSo: (row: Row) => boolean, act: (writing: Writing, row: Row) => Promise<void>): Apply =>
  async (writing, ids) => {
    await lockTree(writing.tx)
    const rows = new Map((await writing.lock('categories', ids)).map((row) => [row.id, row]))
    const outcome: Outcome = { changed: [], unchanged: 0, failures: [] }
    for (const id of ids) {
      const row = rows.get(id)
      try {
        if (!row) throw new Failure('not_found', 'There is no such category.')
        if (isSo(row)) outcome.unchanged += 1
        else {
          await act(writing, row)
          outcome.changed.push(id)
        }
      } catch (error) {
        if (!(error instanceof Failure)) throw error
        outcome.failures.push({ id, name: row?.name ?? null, message: error.message })
      }
    }
    return outcome
  }

/** Actions on many categories. */
export const categoryActions = {
  delete: oneByOne((row) => row.deleted_at !== null, deleteCategory),
  restore: oneByOne(
    (row) => row.deleted_at === null,
    async (writing, row) => {
      if (await nameInUse(writing.tx, row)) {
        throw new Failure('taken', 'Another category in the same place has this name now.')
      }
      await restoreCategory(writing, row)
    },
  ),
}
