import type { Db } from '../connection/connection.ts'
import { queryColumn } from '../connection/query.ts'

/** How many rows a table has, as the database last estimated; 0 where it never has. */
export const estimateRows = async (db: Db, table: string): Promise<number> =>
  Number(
    (
      await queryColumn(db)`
      select greatest(reltuples, 0)::bigint from pg_class where oid = ${table}::regclass`
    )[0] ?? 0,
  )
