import { setTimeout as wait } from 'node:timers/promises'
import { sql } from 'kysely'
import type { Db } from '../connection/connection.ts'
import { queryColumn } from '../connection/query.ts'

/** Groups ids of a distributed table by the shard where their rows lie, in the order of the shards. */
export const idsByShard = (db: Db, table: string, ids: readonly string[]): Promise<string[][]> =>
  queryColumn(db)<string[]>`
    select array_agg(id) from (
      select id, get_shard_id_for_distribution_column(${table}::regclass, id) as shard
      from unnest(${ids}::uuid[]) as id
    ) as placed group by shard order by shard`

/**
 * Whether a worker has still to commit what the coordinator has committed, as after the worker was away at COMMIT: nobody
 * sees that yet. Those that are being committed just now are given a moment; a worker that doesn't answer counts.
 */
export async function hasUnfinishedCommits(db: Db): Promise<boolean> {
  let left = await committedButPrepared(db)
  for (let tries = 0; left.length > 0 && tries < 3; tries += 1) {
    await wait(20)
    const still = await committedButPrepared(db)
    left = left.filter((transaction) => still.includes(transaction))
  }
  return left.length > 0
}

/** The transactions that the coordinator had committed when the statement began, and that a worker holds prepared. */
const committedButPrepared = (db: Db) =>
  queryColumn(db)`
    select coalesce(gid, 'a worker is away')
    from run_command_on_workers($$
      select coalesce(string_agg(gid, ','), '') from pg_prepared_xacts
      where database = current_database() and gid like 'citus\\_%'$$) as node
    left join lateral unnest(string_to_array(node.result, ',')) as gid on node.success
    where not node.success or gid in (select gid from pg_dist_transaction)`

/**
 * Makes a transaction that writes on a worker end by two-phase commit, as one does that has written a table that Citus
 * manages on the coordinator; else the worker is committed first, and what the coordinator wrote may be lost.
 */
export async function forceTwoPhaseCommit(tx: Db): Promise<void> {
  await sql`insert into counter_deltas (area, n) values ('audit_entries', 0)`.execute(tx)
}

/**
 * Makes a transaction of `repeatable read` see one moment on all nodes of Citus, which have a snapshot each: these are
 * taken while nobody writes there, on one connection a node.
 * @param tx a transaction in which nothing has been done yet
 * @param others other connections to the database
 * @param lock the first statement of the transaction
 */
export async function shareSnapshot(
  tx: Db,
  others: Db,
  lock: () => Promise<void> = async () => {},
): Promise<void> {
  await sql`set local citus.max_adaptive_executor_pool_size = 1`.execute(tx)
  await others.transaction().execute(async (blocking) => {
    // Every change with an audit entry writes it before its COMMIT; the serving role may not lock the log itself.
    await sql`lock table counter_deltas in share mode`.execute(blocking)
    await lock()
    for (const table of ['posts', 'audit_entries'])
      await sql`select 1 from ${sql.table(table)} limit 1`.execute(tx)
  })
}

/** Lets a transaction change the schema of distributed tables behind other changes of them. */
export async function changeOneNodeAtATime(tx: Db): Promise<void> {
  await sql`set local citus.multi_shard_modify_mode to 'sequential'`.execute(tx)
}
