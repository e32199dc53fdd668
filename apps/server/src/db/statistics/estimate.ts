import type { Db } from '../connection/connection.ts'
import { isDistributed } from '../connection/distributed.ts'
import { queryNumber } from '../connection/query.ts'

/** How many rows a table has, as the database last estimated; 0 where it never has. */
export const estimateRows = (db: Db, table: string): Promise<number> =>
  isDistributed(db, table)
    ? queryNumber(db)`
        select sum(result::bigint)::bigint from run_command_on_shards(${table}::regclass, $$
          select greatest(reltuples, 0)::bigint from pg_class where oid = '%s'::regclass$$)
        where success`
    : queryNumber(db)`
        select greatest(reltuples, 0)::bigint from pg_class where oid = ${table}::regclass`
