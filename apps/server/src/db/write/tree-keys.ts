import { sql } from 'kysely'
import type { Db } from '../connection/connection.ts'

/** The columns that decide the key of a category in the whole tree. */
const placing = ['parent_id', 'position']

/** Whether a change of these columns can move a record in the tree of categories. */
export const movesInTree = (table: string, columns: readonly string[]): boolean =>
  table === 'categories' && columns.some((column) => placing.includes(column))

/**
 * Sets `tree_key` of categories that were made or moved, and of all below them. A category is reached from each one above
 * it that moved; the longest way began at the topmost, whose own parent has stayed.
 */
export async function keyInTree(tx: Db, moved: readonly string[]): Promise<void> {
  await sql`
    with recursive reached as (
      select category.id, 1 as steps,
        coalesce(above.tree_key, '') || steward_tree_step(category.position, category.id) as key
      from categories as category left join categories as above on above.id = category.parent_id
      where category.id = any(${moved}::uuid[])
      union all
      select below.id, reached.steps + 1,
        reached.key || steward_tree_step(below.position, below.id)
      from reached join categories as below on below.parent_id = reached.id
      where reached.steps < 1000
    ), keyed as (
      select distinct on (id) id, key from reached order by id, steps desc
    )
    update categories set tree_key = keyed.key
    from keyed where categories.id = keyed.id and categories.tree_key <> keyed.key
  `.execute(tx)
}
