import { type Sentence, say } from '@steward/i18n/sentence'
import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../connection/connection.ts'
import { isDistributed } from '../connection/distributed.ts'
import { queryAll } from '../connection/query.ts'
import { shareSnapshot } from '../distribution/citus.ts'
import type { RecordTable } from '../schema/tables.ts'
import { countedTables, deltaColumns, deltasOf } from './counted.ts'

/** A counter that differs from what counting the rows gives. */
export interface CounterDifference {
  table: RecordTable
  /** What is counted: a combination of filterable columns, the rows of a person, or the new rows of a day. */
  which: string
  kept: number
  counted: number
  /** By how much the sum of the amounts is too small, in minor units; 0 where none is summed up. */
  amount: number
}

/** The lock of whoever rebuilds: two at once would both add what is lacking. */
const rebuildingLock = sql.lit(7_203_123)

/**
 * The deltas that make the counters of a table exact, each of one kind, with the number that is there; no row where
 * the counters are exact. One statement, so it sees rows and counters at one moment, whoever writes meanwhile.
 */
function lackingIn(table: RecordTable): RawBuilder<unknown> {
  const ofArea = sql`where area = ${sql.lit(table)}`
  return sql`
    with counted as materialized (
      ${deltasOf(table, sql`(select 1 as step, t.* from ${sql.table(table)} as t) as t`)}
    ), compared as (
      select n, amount, n as there, facets, null::uuid as person, null::boolean as deleted, null::date as day,
        null::jsonb as daily
      from counted
      union all select -n, -amount, 0, facets, null, null, null, null from current_counters ${ofArea}
      union all select n, 0, n, null, person, deleted, null, null from counted where person is not null
      union all select -n, 0, 0, null, user_id, deleted, null, null from current_person_counters ${ofArea}
      union all select n, 0, n, null, null, null, day, daily from counted where day is not null
      union all select -n, 0, 0, null, null, null, day, facets from current_daily_counters ${ofArea}
    )
    select ${sql.lit(table)}::text as area, sum(n)::bigint as n, sum(amount) as amount, facets, person, deleted, day,
      daily, sum(there)::bigint as counted
    from compared group by facets, person, deleted, day, daily having sum(n) <> 0 or sum(amount) <> 0`
}

/**
 * Does `work` with a statement that sees rows and counters at one moment, also where they lie on several nodes; within a
 * transaction of the caller nobody else writes.
 */
const atOneMoment = <R>(db: Db, table: RecordTable, work: (db: Db) => Promise<R>): Promise<R> =>
  isDistributed(db, table) && !db.isTransaction
    ? db
        .transaction()
        .setIsolationLevel('repeatable read')
        .execute(async (tx) => {
          await shareSnapshot(tx, db)
          return await work(tx)
        })
    : work(db)

/**
 * Compares the counters of a table with what counting its rows gives.
 * @param most how many differences to return
 */
export async function counterDifferences(
  db: Db,
  table: RecordTable,
  most = 100,
): Promise<CounterDifference[]> {
  const find = (tx: Db) => queryAll(tx)<Omit<CounterDifference, 'table'>>`
    select coalesce(facets::text, 'person ' || person || case when deleted then ', deleted' else '' end,
        'day ' || day || ' ' || daily) as which,
      (counted - n)::bigint as kept, counted, amount::float8 as amount
    from (${lackingIn(table)}) as lacking order by 1 limit ${most}::int`
  const found = await atOneMoment(db, table, find)
  return found.map((each) => ({ table, ...each }))
}

/** What a difference says, in a sentence. */
export const describeDifference = ({
  table,
  which,
  kept,
  counted,
  amount,
}: CounterDifference): Sentence =>
  amount === 0
    ? say('The counter of {table}, {which}, says {kept}, and there are {counted}.', {
        table,
        which,
        kept,
        counted,
      })
    : say(
        'The counter of {table}, {which}, says {kept}, and there are {counted}; its amount lacks {amount}.',
        { table, which, kept, counted, amount },
      )

/**
 * To rebuild counters: makes all what counting gives, while others write. Nobody waits.
 * @returns how many counters were wrong
 */
export async function rebuildCounters(db: Db): Promise<number> {
  let wrong = 0
  for (const table of countedTables) {
    const mend = async (tx: Db) => {
      await sql`select pg_advisory_xact_lock(${rebuildingLock})`.execute(tx)
      const append = (at: Db) =>
        sql`
          insert into counter_deltas (${deltaColumns})
          select ${deltaColumns} from (${lackingIn(table)}) as lacking`.execute(at)
      const { numAffectedRows } = await (isDistributed(db, table)
        ? atOneMoment(db, table, append)
        : append(tx))
      wrong += Number(numAffectedRows ?? 0)
    }
    await (db.isTransaction ? mend(db) : db.transaction().execute(mend))
  }
  return wrong
}
