import { msg } from '@steward/i18n/reader'
import { type Said, say } from '@steward/i18n/sentence'
import { type RawBuilder, sql } from 'kysely'
import { OperatorError } from '../../operator-error.ts'
import type { Db } from '../connection/connection.ts'
import { distributedTables, hasCitus } from '../connection/distributed.ts'
import { queryAll, queryColumn, queryExists, queryNumber } from '../connection/query.ts'
import { changeOneNodeAtATime } from '../distribution/citus.ts'
import { analyze } from '../statistics/analyze.ts'

type Table = (typeof distributedTables)[number]

interface Kept {
  /** What the table becomes, once {@link Kept.before} has been run. */
  distribute: RawBuilder<unknown>
  /** What only Citus needs, and what takes it back. */
  before?: (tx: Db) => Promise<void>
  after?: (tx: Db) => Promise<void>
}

/** The next value of a sequence, as SQL. */
async function nextOf(tx: Db, sequence: string): Promise<RawBuilder<unknown>> {
  const next = await queryNumber(tx)`
    select last_value + is_called::int from ${sql.table(sequence)}`
  return sql.lit(next)
}

/** An identity column can't be distributed: the same sequence as a default. */
const idsByDefault = (table: Table) => async (tx: Db) => {
  const sequence = `${table}_id_seq`
  const next = await nextOf(tx, sequence)
  await sql`alter table ${sql.table(table)} alter column id drop identity`.execute(tx)
  await sql`create sequence ${sql.table(sequence)} start ${next}`.execute(tx)
  await sql`alter table ${sql.table(table)} alter column id set default nextval(${sql.lit(sequence)})`.execute(
    tx,
  )
}

/** Takes {@link idsByDefault} back. */
const idsByIdentity = (table: Table) => async (tx: Db) => {
  const sequence = `${table}_id_seq`
  const next = await nextOf(tx, sequence)
  await sql`alter table ${sql.table(table)} alter column id drop default`.execute(tx)
  await sql`drop sequence ${sql.table(sequence)}`.execute(tx)
  await sql`
    alter table ${sql.table(table)} alter column id
    add generated always as identity (sequence name ${sql.table(sequence)} start ${next})`.execute(
    tx,
  )
}

/** Unique is only what names the column by which a table is distributed. */
const batchRecordsBy = (columns: string, index: string) => async (tx: Db) => {
  await sql
    .raw(`
    alter table audit_batch_records drop constraint audit_batch_records_pkey;
    drop index if exists audit_batch_records_entry, audit_batch_records_record;
    alter table audit_batch_records add constraint audit_batch_records_pkey primary key (${columns});
    create index ${index}`)
    .execute(tx)
}

/** Each table, in the order in which they are distributed. */
const layout: Record<Table, Kept> = {
  counter_deltas: {
    before: idsByDefault('counter_deltas'),
    distribute: sql`select citus_add_local_table_to_metadata('counter_deltas')`,
    after: idsByIdentity('counter_deltas'),
  },
  audit_undos: { distribute: sql`select create_reference_table('audit_undos')` },
  posts: {
    distribute: sql`select create_distributed_table('posts', 'id', colocate_with => 'none')`,
  },
  audit_entries: {
    before: idsByDefault('audit_entries'),
    distribute: sql`select create_distributed_table('audit_entries', 'id', colocate_with => 'none')`,
    after: idsByIdentity('audit_entries'),
  },
  audit_batch_records: {
    before: batchRecordsBy(
      'entry_id, record_id',
      'audit_batch_records_record on audit_batch_records (record_id)',
    ),
    distribute: sql`
      select create_distributed_table('audit_batch_records', 'entry_id', colocate_with => 'audit_entries')`,
    after: batchRecordsBy(
      'record_id',
      'audit_batch_records_entry on audit_batch_records (entry_id, record_id)',
    ),
  },
}

/** One of the two directions in which tables are moved. */
interface Way {
  words: string
  /** In the order in which they are moved. */
  tables: readonly Table[]
  /** Whether Citus manages a table that has still to be moved. */
  from: boolean
  /** Is done in the transaction of the table. */
  move(tx: Db, table: Table): Promise<void>
  /** Is done behind it, also where the table was moved before. */
  tidy?(db: Db, table: Table): Promise<void>
}

/**
 * Moves tables, each in a transaction; those that are moved already are passed by, so that it goes on where it was
 * interrupted.
 * @param db one connection, which alone uses the database
 * @param beginning is done once no other does the same
 * @returns the names of the tables that it moved
 */
const mover =
  ({ words, tables, from, move, tidy }: Way) =>
  async (db: Db, beginning: () => Promise<void>, tell: (line: Said) => void): Promise<Table[]> => {
    await begin(db, beginning, tell)
    const done: Table[] = []
    for (const table of tables) {
      if ((await isManaged(db, table)) === from) {
        tell(say(words, { table }))
        await keepingRows(db, table, (tx) => move(tx, table))
        done.push(table)
      }
      await tidy?.(db, table)
    }
    await analyze(db, distributedTables)
    return done
  }

/** Distributes the tables over the nodes of Citus. */
export const distributeTables = mover({
  words: msg('distributing {table}'),
  tables: distributedTables,
  from: false,
  move: async (tx, table) => {
    await layout[table].before?.(tx)
    await layout[table].distribute.execute(tx)
  },
  tidy: removeLocalRows,
})

/** Brings the tables back to the coordinator. */
export const undistributeTables = mover({
  words: msg('bringing back {table}'),
  tables: distributedTables.toReversed(),
  from: true,
  move: async (tx, table) => {
    // They would go with the row's type, which is made anew.
    const functions = await queryColumn(tx)`
      select pg_get_functiondef(oid) from pg_proc where ${table}::regtype = any(proargtypes::oid[])`
    await sql`select undistribute_table(${sql.lit(table)})`.execute(tx)
    for (const each of functions) await sql.raw(each).execute(tx)
    await layout[table].after?.(tx)
  },
})

/** An arbitrary number that names our lock among the database's advisory locks. */
const lockKey = sql.lit(7_203_124)

/** One at a time, and behind one that was killed, which the database goes on with until it notices. */
async function begin(
  db: Db,
  beginning: () => Promise<void>,
  tell: (line: Said) => void,
): Promise<void> {
  if (!(await queryExists(db)`select 1 where pg_try_advisory_lock(${lockKey})`)) {
    tell(msg('waiting for another steward distribute'))
    await sql`select pg_advisory_lock(${lockKey})`.execute(db)
  }
  await beginning()
  await mustBeReady(db)
}

const isManaged = (db: Db, table: Table) =>
  queryExists(db)`select 1 from pg_dist_partition where logicalrelid = ${table}::regclass`

/** Does `work` in a transaction that fails if the table doesn't hold as many rows after it. */
async function keepingRows(db: Db, table: Table, work: (tx: Db) => Promise<void>): Promise<void> {
  const rows = (tx: Db) => queryNumber(tx)`select count(*) from ${sql.table(table)}`
  await db.transaction().execute(async (tx) => {
    await sql`set local statement_timeout = 0`.execute(tx)
    await changeOneNodeAtATime(tx)
    const had = await rows(tx)
    await work(tx)
    const has = await rows(tx)
    if (has !== had) throw new Error(`${table} had ${had} rows and would have ${has}`)
  })
}

/** The coordinator keeps the rows that it has copied to shards, unseen, until this is run. */
async function removeLocalRows(db: Db, table: Table): Promise<void> {
  const isLeft = await queryExists(db)`
    select 1 from pg_dist_partition
    where logicalrelid = ${table}::regclass and pg_relation_size(logicalrelid) > 0`
  if (isLeft)
    await sql`select truncate_local_data_after_distributing_table(${sql.lit(table)})`.execute(db)
}

/**
 * @throws {OperatorError} where this is no coordinator of Citus, or a node isn't as it has to be
 */
async function mustBeReady(db: Db): Promise<void> {
  if (!(await hasCitus(db)))
    throw new OperatorError(
      'The database of DATABASE_URL has no extension citus. Install Citus on every node, run create extension citus in this database of each, and join them with citus_add_node.',
    )
  if (!(await queryExists(db)`select 1 where citus_is_coordinator()`))
    throw new OperatorError('DATABASE_URL leads to a worker of Citus. Set it to the coordinator.')
  if (!(await queryExists(db)`select 1 from pg_dist_node where groupid = 0`))
    throw new OperatorError(
      "Citus doesn’t know the address of its coordinator. Run there: select citus_set_coordinator_host('HOST', PORT);",
    )
  if (
    !(await queryExists(db)`select 1 from pg_dist_node where isactive and shouldhaveshards limit 1`)
  )
    throw new OperatorError(
      "No node of Citus takes shards. Add a worker with citus_add_node, or let the coordinator take them: select citus_set_node_property('HOST', PORT, 'shouldhaveshards', true);",
    )
  const nodes = await queryAll(db)<{ node: string; success: boolean; result: string }>`
    select format('%s:%s', nodename, nodeport) as node, success, result
    from run_command_on_workers('show max_prepared_transactions')
    join pg_dist_node using (nodename, nodeport)`
  const away = nodes.find(({ success }) => !success)
  if (away)
    throw new OperatorError(
      say(
        'The node {node} of Citus doesn’t answer ({result}). Run this again when it does; nothing was changed.',
        { node: away.node, result: away.result },
      ),
    )
  const alone = nodes.find(({ result }) => result === '0')
  if (alone)
    throw new OperatorError(
      say(
        'The node {node} of Citus can’t commit together with others: set max_prepared_transactions there, such as to 200.',
        { node: alone.node },
      ),
    )
  // What was interrupted in the middle of its COMMIT would hold its locks for up to a minute, as it does where the role may not.
  const recovery = 'recover_prepared_transactions()'
  if (await queryExists(db)`select 1 where has_function_privilege(${recovery}, 'execute')`)
    await sql`select ${sql.raw(recovery)}`.execute(db)
}
