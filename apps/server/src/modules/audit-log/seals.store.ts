import { sql } from 'kysely'
import type { Db } from '../../db/connection/connection.ts'
import { isDistributed } from '../../db/connection/distributed.ts'
import { queryAll, queryColumn, queryFirst } from '../../db/connection/query.ts'
import { hasUnfinishedCommits } from '../../db/distribution/citus.ts'

/** How far sealing is (`audit_sealing`): up to `settled` no more entries can come, and `above` are those sealed beyond it. */
interface Sealing {
  settled: number
  above: readonly number[]
  /** What settles next, as soon as the transactions `writers` have ended. */
  candidate: number
  writers: readonly string[]
}

/** Extends the hash chain: seals at most `most` entries; returns how many, 0 also while another server is sealing. */
export async function sealEntries(db: Db, most: number): Promise<number> {
  if (!(await isLeftToSeal(db))) return 0
  return await db.transaction().execute(async (tx) => {
    const before = await queryFirst(tx)<Sealing>`
      select settled, above, candidate, writers from audit_sealing for update skip locked`
    if (!before) return 0
    // To be asked before the entries are: what a transaction wrote can be seen before its lock is gone.
    const haveEnded = await areEnded(tx, before.writers)
    const entries = await unsealed(tx, before, most)
    const ids = entries.map(({ id }) => id)
    const { settled, candidate, above } = before
    const last = Math.max(settled, ids.at(-1) ?? settled, above.at(-1) ?? settled)
    // Where more is left than was taken, it all comes after what was taken.
    const settles = haveEnded && (ids.length < most || candidate <= (ids[most - 1] ?? 0))
    const after: Sealing = settles
      ? {
          settled: candidate,
          above,
          candidate: Math.max(candidate, last),
          writers: await writersOf(tx),
        }
      : before
    if (ids.length === 0 && after.settled === settled) return 0
    await sql`
      update audit_sealing set settled = ${after.settled}, candidate = ${after.candidate},
        writers = ${after.writers}::text[],
        above = ${[...above, ...ids].filter((id) => id > after.settled).sort((x, y) => x - y)}::bigint[]
    `.execute(tx)
    if (ids.length > 0) await appendSeal(tx, entries)
    return ids.length
  })
}

const isLeftToSeal = async (db: Db): Promise<boolean> =>
  (
    await queryColumn(db)<boolean>`
      select above <> '{}' or exists (
        select 1 from audit_entries where id > (select settled from audit_sealing)
      ) from audit_sealing`
  )[0] ?? false

/**
 * The transactions, by their virtual ids, that write entries just now. They hold this lock from before they take an id
 * until they have ended; with Citus on the coordinator, through which all write.
 */
const writersOf = (tx: Db) =>
  queryColumn(tx)`
    select virtualtransaction from pg_locks
    where locktype = 'relation' and mode = 'RowExclusiveLock' and relation = 'audit_entries'::regclass
      and database = (select oid from pg_database where datname = current_database())`

/** Whether no entry of these transactions can come any more. */
async function areEnded(tx: Db, writers: readonly string[]): Promise<boolean> {
  const running = await writersOf(tx)
  if (writers.some((writer) => running.includes(writer))) return false
  return !(isDistributed(tx) && (await hasUnfinishedCommits(tx)))
}

interface Entry {
  id: number
  /** In hexadecimal. */
  digest: string
}

/** The first entries that are in no seal yet. */
const unsealed = (tx: Db, { settled, above }: Sealing, most: number) =>
  queryAll(tx)<Entry>`
    select e.id, encode(${digest}, 'hex') as digest from audit_entries as e
    where e.id > ${settled} and e.id <> all(${above}::bigint[]) order by e.id limit ${most}::int`

/** Appends a seal of entries, counts these, and tells the servers of it. */
async function appendSeal(tx: Db, entries: readonly Entry[]): Promise<void> {
  const ids = entries.map(({ id }) => id)
  const [no] = await queryColumn(tx)<number>`
    insert into audit_seals (no, entries, digests, previous, hash)
    select coalesce(last.no, 0) + 1, ${ids}::bigint[], new.digests, coalesce(last.hash, start.hash),
      sha256(coalesce(last.hash, start.hash) || new.digests)
    from (select decode(${entries.map((entry) => entry.digest).join('')}, 'hex') as digests) as new
    cross join (select decode(repeat('00', 32), 'hex') as hash) as start
    left join (select no, hash from audit_seals order by no desc limit 1) as last on true
    returning no`
  const counts = await queryAll(tx)<object>`
    select (e.at at time zone 'UTC')::date::text as day, e.area, e.action, e.actor_id, e.person_types, count(*) as n
    from audit_entries as e where e.id = any(${ids}::bigint[]) group by 1, 2, 3, 4, 5`
  await sql`
    insert into audit_counts as c (day, area, action, actor_id, person_types, n)
    select day, area, action, actor_id, person_types, n
    from json_populate_recordset(null::audit_counts, ${JSON.stringify(counts)}::json)
    on conflict (day, area, action, actor_id, person_types) do update set n = c.n + excluded.n
  `.execute(tx)
  await sql`select pg_notify('steward_audit', ${String(no)})`.execute(tx)
}

/**
 * What a seal holds of entry `e`: everything but its id, so that a changed order is told from a change. Columns that are
 * newer than some entries are left out where they are null: older entries keep their digests. Not in a function, which
 * the nodes of Citus wouldn't have.
 */
const digest = sql<Buffer>`sha256(convert_to((jsonb_build_array(
    (extract(epoch from e.at) * 1000)::bigint, e.actor_id, e.actor_name, e.role_id,
    e.role_name, e.through, e.address, e.action, e.area, e.record_id,
    e.title, e.before, e.after, e.detail, e.batch, e.undoes,
    e.records::text, e.record_count
  ) || case when e.internal is null then '[]'::jsonb else jsonb_build_array(e.internal) end
    || case when e.client is null then '[]'::jsonb else jsonb_build_array(e.client) end
    || case when e.via is null then '[]'::jsonb else jsonb_build_array(e.via) end)::text, 'UTF8'))`

export interface Seal {
  no: number
  count: number
  /** The hash of the seal before, in hexadecimal. */
  previous: string
  hash: string
  computed: string
}

export const sealsAfter = (db: Db, no: number, limit: number) =>
  queryAll(db)<Seal>`
    select no, cardinality(entries) as count, encode(previous, 'hex') as previous,
      encode(hash, 'hex') as hash, encode(sha256(previous || digests), 'hex') as computed
    from audit_seals where no > ${no} order by no limit ${limit}::int
  `

/** An entry that differs from its sealed form; `actual` is null where it is missing. */
export interface Difference {
  seal: number
  id: number
  sealed: string
  actual: string | null
}

export const differencesIn = (
  db: Db,
  { first, last }: { first: number; last: number },
  limit: number,
) =>
  queryAll(db)<Difference>`
    with sealed as materialized (
      select seal.no, each.id, each.place,
        substring(seal.digests from (each.place::int - 1) * 32 + 1 for 32) as digest
      from audit_seals as seal cross join lateral unnest(seal.entries) with ordinality as each (id, place)
      where seal.no between ${first} and ${last}
    ), actual as materialized (
      select e.id, ${digest} as digest from audit_entries as e where e.id in (select id from sealed)
    )
    select sealed.no as seal, sealed.id, encode(sealed.digest, 'hex') as sealed,
      encode(actual.digest, 'hex') as actual
    from sealed left join actual on actual.id = sealed.id
    where actual.digest is distinct from sealed.digest
    order by sealed.no, sealed.place limit ${limit}::int
  `

/** Finds entries in no seal that are old enough to have one, and so bypassed the chain. */
export const neverSealed = (db: Db, limit: number) =>
  queryColumn(db)<number>`
    select id from audit_entries where id <= (select settled from audit_sealing)
    except select unnest(entries) from audit_seals
    order by id limit ${limit}::int
  `
