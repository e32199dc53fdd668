import { sql } from 'kysely'
import { digestOfEntry } from '../../db/audit-chain/digest.ts'
import {
  actualDigest,
  appendSeal,
  type DigestedEntry,
  sealedAndActual,
} from '../../db/audit-chain/seals.ts'
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

/** The first entries that are in no seal yet. */
const unsealed = (tx: Db, { settled, above }: Sealing, most: number) =>
  queryAll(tx)<DigestedEntry>`
    select e.id, encode(${digestOfEntry}, 'hex') as digest from audit_entries as e
    where e.id > ${settled} and e.id <> all(${above}::bigint[]) order by e.id limit ${most}::int`

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

export const differencesIn = (db: Db, range: { first: number; last: number }, limit: number) =>
  queryAll(db)<Difference>`
    with ${sealedAndActual(range)}
    select sealed.no as seal, sealed.id, encode(sealed.digest, 'hex') as sealed,
      encode(${actualDigest}, 'hex') as actual
    from sealed left join actual on actual.id = sealed.id
    where ${actualDigest} is distinct from sealed.digest
    order by sealed.no, sealed.place limit ${limit}::int
  `

/** Entries of which values are gone, though no later entry says that they were erased. */
export const erasedWithoutEntry = (db: Db, limit: number) =>
  queryAll(db)<{ id: number; paths: string[] }>`
    with erased as materialized (
      select e.id, gone.path from audit_entries as e cross join lateral jsonb_object_keys(e.erased) as gone (path)
      where e.erased is not null
    ), named as materialized (
      select told.key::bigint as id, gone.path, e.id as teller
      from audit_entries as e cross join lateral jsonb_each(e.internal -> 'erased') as told
      cross join lateral jsonb_array_elements_text(told.value) as gone (path)
      where e.area = 'users' and e.action = 'erase'
    )
    select erased.id, array_agg(erased.path order by erased.path) as paths from erased
    left join named on named.id = erased.id and named.path = erased.path and named.teller > erased.id
    where named.id is null group by erased.id order by erased.id limit ${limit}::int
  `

/** The beginnings anew of the chain: the seal that tells of each, and how the chain before ended. */
export const chainsBefore = (db: Db) =>
  queryAll(db)<{ id: number; seal: number | null; seals: number; head: string; findings: number }>`
    with told as materialized (
      select e.id, (e.after ->> 'seals')::bigint as seals, e.after ->> 'head' as head,
        (e.after ->> 'findings')::bigint as findings
      from audit_entries as e where e.area = 'accounts' and e.action = 'reseal'
    )
    select told.*, (
      select seal.no from audit_seals as seal where seal.no > told.seals and told.id = any(seal.entries)
      order by seal.no limit 1
    ) as seal from told order by told.id
  `

/** Finds entries in no seal that are old enough to have one, and so bypassed the chain. */
export const neverSealed = (db: Db, limit: number) =>
  queryColumn(db)<number>`
    select id from audit_entries where id <= (select settled from audit_sealing)
    except select unnest(entries) from audit_seals
    order by id limit ${limit}::int
  `
