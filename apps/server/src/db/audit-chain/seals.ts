import { sql } from 'kysely'
import type { Db } from '../connection/connection.ts'
import { queryAll, queryColumn } from '../connection/query.ts'
import { digestInTheClear, digestOfEntry } from './digest.ts'

export interface DigestedEntry {
  id: number
  /** In hexadecimal. */
  digest: string
}

/**
 * Appends a seal of entries, counts these, and tells the servers of it. To be called with the row of `audit_sealing`
 * locked.
 * @returns the number of the seal
 */
export async function appendSeal(tx: Db, entries: readonly DigestedEntry[]): Promise<number> {
  const ids = entries.map(({ id }) => id)
  const [no = 0] = await queryColumn(tx)<number>`
    insert into audit_seals (no, entries, digests, previous, hash, format)
    select coalesce(last.no, 0) + 1, ${ids}::bigint[], new.digests, coalesce(last.hash, start.hash),
      sha256(coalesce(last.hash, start.hash) || new.digests), 2
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
  return no
}

/**
 * CTEs over the entries of the seals `first` to `last`: `sealed` (`no`, `format`, `id`, `place`, `digest`), and `actual`, the digests
 * that the entries have now: `digest` by format 2 and `clear` by format 1.
 */
export const sealedAndActual = ({ first, last }: { first: number; last: number }) => sql`
  sealed as materialized (
    select seal.no, seal.format, each.id, each.place,
      substring(seal.digests from (each.place::int - 1) * 32 + 1 for 32) as digest
    from audit_seals as seal cross join lateral unnest(seal.entries) with ordinality as each (id, place)
    where seal.no between ${first} and ${last}
  ), actual as materialized (
    select e.id, ${digestOfEntry} as digest,
      case when e.id in (select id from sealed where format = 1) then ${digestInTheClear} end as clear
    from audit_entries as e where e.id in (select id from sealed)
  )`

/** The digest of an entry as its seal has it, over {@link sealedAndActual}. */
export const actualDigest = sql<Buffer>`case sealed.format when 1 then actual.clear else actual.digest end`
