import type { Db } from '../connection/connection.ts'
import { queryAll } from '../connection/query.ts'
import type { RecordTable } from '../schema/tables.ts'

export type SiblingPositions = ReadonlyMap<string, number>

/** The columns that decide the place of a category. */
const placing = ['parent_id', 'position', 'deleted_at']

/** The places of categories among siblings not deleted, from 0; undefined if `columns` don't change them. */
export async function siblingPositionsOf(
  tx: Db,
  table: RecordTable,
  columns: readonly string[],
  ids: readonly string[],
): Promise<SiblingPositions | undefined> {
  if (table !== 'categories' || !columns.some((column) => placing.includes(column)))
    return undefined
  const rows = await queryAll(tx)<{ id: string; place: number }>`
    select t.id, (
      select count(*) from categories as sibling
      where sibling.deleted_at is null and sibling.parent_id is not distinct from t.parent_id
        and (sibling.position, sibling.id) < (t.position, t.id)) as place
    from categories as t where t.id = any(${ids}::uuid[])
  `
  return new Map(rows.map(({ id, place }) => [id, place]))
}
