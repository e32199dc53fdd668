import { type RawBuilder, sql } from 'kysely'
import { analyze } from '../analyze.ts'
import { auditAreaOf } from '../audit.ts'
import type { Db } from '../connection.ts'
import type { RecordTable } from '../tables.ts'
import { type CountedIn, countIn } from './count-in.ts'
import { changedSince, framedSince, rewindInto } from './rewind.ts'
import { type Past, pastTable } from './view.ts'

/** Records that are rewound in one statement, so that others get their turn in between. */
const step = 2_000

/** Changed records from which the planner is told of them. */
const many = 10_000

/** The time of the first entry of the audit log; undefined where it has none. */
export async function beginningOfLog(db: Db): Promise<string | undefined> {
  const { rows } = await sql<{ at: string }>`
    select at from audit_entries order by at, id limit 1`.execute(db)
  return rows[0]?.at
}

/** The columns of a table, and which of them are generated. */
export async function columnsOf(
  db: Db,
  table: RecordTable,
): Promise<Pick<Past, 'columns' | 'generated'>> {
  const { rows } = await sql<{ name: string; generated: boolean }>`
    select attname::text as name, attgenerated <> '' as generated from pg_attribute
    where attrelid = ${table}::regclass and attnum > 0 and not attisdropped order by attnum
  `.execute(db)
  const generated = rows.filter((column) => column.generated).map(({ name }) => name)
  return { columns: rows.map(({ name }) => name), generated: new Set(generated) }
}

/** The number of the last entry up to which no more can come. */
export async function settledEntry(db: Db): Promise<number> {
  const { rows } = await sql<{ settled: number }>`select settled from audit_sealing`.execute(db)
  return rows[0]?.settled ?? 0
}

/**
 * Notes which records have changed since the moment of a past.
 * @returns how many; no more than `most` + 1 are noted
 */
export async function noteChanged(db: Db, past: Past, most: number): Promise<number> {
  const { id, table, moment } = past
  const all = past.whole ? sql`union select t.id from ${sql.table(table)} as t` : sql``
  return await db.transaction().execute(async (tx) => {
    await boundTime(tx)
    await sql`
      insert into pasts (id, area, moment)
      values (${id}, ${table}, ${moment}::timestamptz)
    `.execute(tx)
    const noted = await sql`
      insert into past_ids (past, id)
      select ${id}, id from (
        select e.record_id as id from audit_entries as e
        where ${changedSince(table, moment)} and e.record_id is not null
        union ${framedSince(table, moment)} ${all}
      ) as changed
      limit ${sql.lit(most + 1)}
    `.execute(tx)
    return Number(noted.numAffectedRows ?? 0)
  })
}

/** Prepares the records that are noted, some at a time. */
export async function prepareNoted(
  db: Db,
  past: Past,
  counts: readonly CountedIn[],
): Promise<void> {
  let after = '00000000-0000-0000-0000-000000000000'
  let done = 0
  for (;;) {
    const { rows } = await sql<{ id: string }>`
      select id from past_ids where past = ${past.id} and id > ${after}::uuid
      order by id limit ${sql.lit(step)}
    `.execute(db)
    const last = rows.at(-1)
    if (!last) break
    await rewindInto(
      db,
      past,
      rows.map(({ id }) => id),
    )
    after = last.id
    done += rows.length
  }
  if (past.table === 'categories') await keyTree(db, past)
  for (const each of counts) await countIn(db, past, each)
  if (done >= many) await analyze(db, ['past_ids', `past_${past.table}`])
}

/** An entry that a past has not taken in yet. */
export interface Fresh {
  id: number
  /** Whether it is of the time after the moment. */
  after: boolean
}

/** What a look at the audit log found. */
export interface Looked {
  /** Whether the past is still there: a crash of the database takes it away. */
  there: boolean
  settled: number
  fresh: Fresh[]
}

/**
 * Looks for entries that a past has not taken in, in the snapshot in which it is read.
 * @param mark up to where there can be none
 * @param seen entries beyond it that are taken in
 */
export async function lookForFresh(
  tx: Db,
  past: Past,
  tables: readonly RecordTable[],
  { mark, seen }: { mark: number; seen: readonly number[] },
): Promise<Looked> {
  const areas = tables.map(auditAreaOf)
  const { rows } = await sql<{
    there: boolean
    settled: number
    id: number | null
    after: boolean
  }>`
    select past.id is not null as there, sealing.settled, e.id, e.at > ${past.moment}::timestamptz as after,
      ${timeBound}
    from audit_sealing as sealing
    left join pasts as past on past.id = ${past.id}
    left join audit_entries as e
      on e.id > ${mark} and e.area = any(${areas}::text[]) and e.id <> all(${seen}::bigint[])
  `.execute(tx)
  const [first] = rows
  return {
    there: first?.there ?? false,
    settled: first?.settled ?? 0,
    fresh: rows.flatMap(({ id, after }) => (id === null ? [] : [{ id, after }])),
  }
}

/** Takes in what entries tell of that came after a past was prepared. */
export async function takeIn(tx: Db, past: Past, entries: readonly number[]): Promise<void> {
  const { table, moment } = past
  const { rows } = await sql<{ id: string }>`
    insert into past_ids (past, id)
    select ${past.id}, id from (
      select e.record_id as id from audit_entries as e
      where ${changedSince(table, moment)} and e.record_id is not null and e.id = any(${entries}::bigint[])
      union ${framedSince(table, moment)} and e.id = any(${entries}::bigint[])
    ) as changed
    on conflict do nothing returning id
  `.execute(tx)
  if (rows.length > 0)
    await rewindInto(
      tx,
      past,
      rows.map(({ id }) => id),
    )
}

/** Works out the order of the tree anew: what moves takes along what stands below it. */
async function keyTree(db: Db, { id }: Past): Promise<void> {
  await sql`
    with recursive keyed as (
      select id, steward_tree_step(position, id) as key
      from past_categories where past = ${id} and parent_id is null
      union all
      select below.id, keyed.key || steward_tree_step(below.position, below.id)
      from keyed join past_categories as below on below.parent_id = keyed.id
      where below.past = ${id}
    )
    update past_categories as t set tree_key = keyed.key
    from keyed where t.past = ${id} and t.id = keyed.id and t.tree_key <> keyed.key
  `.execute(db)
}

/** Takes away what is prepared. */
export async function dropPast(db: Db, past: Pick<Past, 'id' | 'table'>): Promise<void> {
  await sql`delete from pasts where id = ${past.id}`.execute(db)
  await sql`delete from past_counts where past = ${past.id}`.execute(db)
  await sql`delete from ${pastTable(past.table)} where past = ${past.id}`.execute(db)
  const gone = await sql`delete from past_ids where past = ${past.id}`.execute(db)
  if (Number(gone.numAffectedRows ?? 0) >= many) {
    await analyze(db, ['past_ids', `past_${past.table}`])
  }
}

/** Says that some pasts are in use, or not any more. */
export async function touchPasts(db: Db, ids: readonly string[], ended = false): Promise<void> {
  if (ids.length === 0) return
  const at = ended ? sql`'-infinity'` : sql`now()`
  await sql`update pasts set used_at = ${at} where id = any(${ids}::uuid[])`.execute(db)
}

/** Pasts whose server is gone. */
export async function orphanedPasts(db: Db): Promise<Pick<Past, 'id' | 'table'>[]> {
  const { rows } = await sql<Pick<Past, 'id' | 'table'>>`
    select id, area as table from pasts where used_at < now() - interval '15 minutes'`.execute(db)
  return rows
}

/** Milliseconds that one statement about the past may take, until the transaction ends. */
const timeBound: RawBuilder<unknown> = sql`set_config('statement_timeout', '30000', true)`
const boundTime = (tx: Db) => sql`select ${timeBound}`.execute(tx)
