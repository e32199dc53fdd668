import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../connection/connection.ts'
import { queryAll, queryColumn, queryNumber } from '../connection/query.ts'
import type { RecordTable } from '../schema/tables.ts'
import { analyze } from '../statistics/analyze.ts'
import { auditAreaOf } from '../write/audit-lines.ts'
import { countedIn, prepareCount } from './counts.ts'
import { batchCreatedSince, changedSince, rewindInto } from './rewind.ts'
import { type Snapshot, snapshotTable } from './snapshot.ts'

/** How many records one statement rewinds, so that other work gets its turn. */
const step = 2_000

/** From how many rows on the planner needs new statistics. */
const many = 10_000

/** The time of the first entry in the audit log; undefined if it is empty. */
export async function beginningOfLog(db: Db): Promise<string | undefined> {
  return (await queryColumn(db)`select at from audit_entries order by at, id limit 1`)[0]
}

/** The id up to which the audit log is complete: no entry with a lower id can still be committed. */
export const settledEntry = (db: Db) => queryNumber(db)`select settled from audit_sealing`

/** Notes the records that changed since the moment; returns how many, at most `max` + 1. */
export async function noteChanged(db: Db, snapshot: Snapshot, max: number): Promise<number> {
  const { id, table, moment } = snapshot
  const all = snapshot.whole ? sql`union select t.id from ${sql.table(table)} as t` : sql``
  return await db.transaction().execute(async (tx) => {
    await sql`select ${timeBound}`.execute(tx)
    await sql`
      insert into snapshots (id, area, moment)
      values (${id}, ${table}, ${moment}::timestamptz)
    `.execute(tx)
    const noted = await sql`
      insert into snapshot_changes (snapshot, id)
      select ${id}, id from (
        select e.record_id as id from audit_entries as e
        where ${changedSince(table, moment)} and e.record_id is not null
        union ${batchCreatedSince(table, moment)} ${all}
      ) as changed
      limit ${sql.lit(max + 1)}
    `.execute(tx)
    return Number(noted.numAffectedRows ?? 0)
  })
}

/** Rewinds the noted records, in steps. */
export async function prepareNoted(db: Db, snapshot: Snapshot): Promise<void> {
  let after = '00000000-0000-0000-0000-000000000000'
  let done = 0
  for (;;) {
    const rows = await queryAll(db)<{ id: string }>`
      select id from snapshot_changes where snapshot = ${snapshot.id} and id > ${after}::uuid
      order by id limit ${sql.lit(step)}
    `
    const last = rows.at(-1)
    if (!last) break
    await rewindInto(db, snapshot, rows)
    after = last.id
    done += rows.length
  }
  if (snapshot.table === 'categories') await keyTree(db, snapshot)
  for (const counted of countedIn(snapshot.table)) await prepareCount(db, snapshot, counted)
  if (done >= many) await analyze(db, ['snapshot_changes', `snapshot_${snapshot.table}`])
}

/** Looks for entries after `mark` that aren't among `seen`. */
export async function lookForFresh(
  tx: Db,
  snapshot: Snapshot,
  tables: readonly RecordTable[],
  { mark, seen }: { mark: number; seen: readonly number[] },
) {
  const areas = tables.map(auditAreaOf)
  type Found = { there: boolean; settled: number; id: number | null; after: boolean }
  const rows = await queryAll(tx)<Found>`
    select snapshot.id is not null as there, sealing.settled, e.id, e.at > ${snapshot.moment}::timestamptz as after,
      ${timeBound}
    from audit_sealing as sealing
    left join snapshots as snapshot on snapshot.id = ${snapshot.id}
    left join audit_entries as e
      on e.id > ${mark} and e.area = any(${areas}::text[]) and e.id <> all(${seen}::bigint[])
  `
  return {
    /** Whether the snapshot still exists; a crash of the database removes it. */
    there: rows[0]?.there ?? false,
    settled: rows[0]?.settled ?? 0,
    /** Entries that aren't in the snapshot yet; `after`: whether the entry is later than the moment. */
    fresh: rows.flatMap(({ id, after }) => (id === null ? [] : [{ id, after }])),
  }
}

export async function takeIn(tx: Db, snapshot: Snapshot, entries: readonly number[]) {
  const { table, moment } = snapshot
  const rows = await queryAll(tx)<{ id: string }>`
    insert into snapshot_changes (snapshot, id)
    select ${snapshot.id}, id from (
      select e.record_id as id from audit_entries as e
      where ${changedSince(table, moment)} and e.record_id is not null and e.id = any(${entries}::bigint[])
      union ${batchCreatedSince(table, moment)} and e.id = any(${entries}::bigint[])
    ) as changed
    on conflict do nothing returning id
  `
  if (rows.length > 0) await rewindInto(tx, snapshot, rows)
}

/** Computes the sort keys of categories: where a category moves, all below it move too. */
async function keyTree(db: Db, { id }: Snapshot): Promise<void> {
  await sql`
    with recursive keyed as (
      select id, steward_tree_step(position, id) as key
      from snapshot_categories where snapshot = ${id} and parent_id is null
      union all
      select below.id, keyed.key || steward_tree_step(below.position, below.id)
      from keyed join snapshot_categories as below on below.parent_id = keyed.id
      where below.snapshot = ${id}
    )
    update snapshot_categories as t set tree_key = keyed.key
    from keyed where t.snapshot = ${id} and t.id = keyed.id and t.tree_key <> keyed.key
  `.execute(db)
}

export async function dropSnapshot(db: Db, { id, table }: Pick<Snapshot, 'id' | 'table'>) {
  await sql`delete from snapshots where id = ${id}`.execute(db)
  await sql`delete from snapshot_counts where snapshot = ${id}`.execute(db)
  await sql`delete from ${snapshotTable(table)} where snapshot = ${id}`.execute(db)
  const gone = await sql`delete from snapshot_changes where snapshot = ${id}`.execute(db)
  if (Number(gone.numAffectedRows ?? 0) >= many)
    await analyze(db, ['snapshot_changes', `snapshot_${table}`])
}

export async function touchSnapshots(db: Db, ids: readonly string[], ended = false): Promise<void> {
  if (ids.length === 0) return
  const at = ended ? sql`'-infinity'` : sql`now()`
  await sql`update snapshots set used_at = ${at} where id = any(${ids}::uuid[])`.execute(db)
}

export const orphanedSnapshots = (db: Db) =>
  queryAll(db)<Pick<Snapshot, 'id' | 'table'>>`
    select id, area as table from snapshots where used_at < now() - interval '15 minutes'`

/** SQL that limits the time of each statement of the transaction. */
const timeBound: RawBuilder<unknown> = sql`set_config('statement_timeout', '30000', true)`
