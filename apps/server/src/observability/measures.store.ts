import { sql } from 'kysely'
import type { Db } from '../db/connection/connection.ts'
import { queryFirst } from '../db/connection/query.ts'

/** What only the database can tell of the work that waits. */
export interface Measures {
  /** Changes not yet folded into the counters; counted up to 100,000. */
  deltas: number
  /** Audit entries in no seal yet; counted up to 100,000. */
  unsealed: number
  /** Seconds since the oldest of them was written; 0 without one. */
  unsealedSeconds: number
  waiting: number
  running: number
  /** Seconds since the oldest waiting job was started by its person; 0 without one. */
  waitingSeconds: number
  /**
   * Seconds since the last progress of the open job that got none for longest; 0 without one. Jobs that wait for
   * another one of their kind, imports for imports, don't count.
   */
  stalledSeconds: number
  /** Seals of the audit log that its receiver doesn't have, and seconds since the first of them. */
  unsentSeals: number
  unsentSeconds: number
}

/** So that a great backlog costs no great count. */
const maxCounted = sql.lit(100_000)

const secondsSince = (at: ReturnType<typeof sql>) =>
  sql`coalesce(greatest(0, extract(epoch from clock_timestamp() - ${at})), 0)::float8`

/** Reads all measures in one statement. */
export async function readMeasures(db: Db): Promise<Measures> {
  const measures = await queryFirst(db)<Measures>`
    with unsealed as (
      select entry.at from audit_entries as entry, audit_sealing as sealing
      where entry.id > sealing.settled and entry.id <> all (sealing.above)
      order by entry.id limit ${maxCounted}
    ), open as (
      select status, created_at, updated_at,
        bool_or(status = 'running') over (partition by action in ('import', 'check')) as "isServed"
      from jobs where status in ('waiting', 'running')
    ), stream as (
      select coalesce((select sent from audit_stream), 0) as sent
    )
    select (select count(*) from (select 1 from counter_deltas limit ${maxCounted}) as counted) as deltas,
      (select count(*) from unsealed) as unsealed,
      (select ${secondsSince(sql`min(at)`)} from unsealed) as "unsealedSeconds",
      (select coalesce(max(no), 0) from audit_seals) - (select sent from stream) as "unsentSeals",
      (
        select ${secondsSince(sql`min(at)`)} from audit_seals where no = (select sent + 1 from stream)
      ) as "unsentSeconds",
      count(*) filter (where status = 'waiting') as waiting,
      count(*) filter (where status = 'running') as running,
      ${secondsSince(sql`min(created_at) filter (where status = 'waiting')`)} as "waitingSeconds",
      ${secondsSince(sql`min(updated_at) filter (where status = 'running' or not "isServed")`)} as "stalledSeconds"
    from open
  `
  if (!measures) throw new Error('no measures')
  return measures
}
