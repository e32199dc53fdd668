import type { Db } from '../../db/connection/connection.ts'
import { queryAll, queryColumn, queryNumber } from '../../db/connection/query.ts'

/** Extends the hash chain: seals at most `most` entries; returns how many, 0 also while another server is sealing. */
export const sealEntries = (db: Db, most: number) =>
  queryNumber(db)`
    select sealed from steward_seal_audit(${most}::int)
  `

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
    select seal.no as seal, sealed.id, encode(sealed.digest, 'hex') as sealed,
      encode(actual.digest, 'hex') as actual
    from audit_seals as seal
    cross join lateral (
      select id, substring(seal.digests from (place::int - 1) * 32 + 1 for 32) as digest, place
      from unnest(seal.entries) with ordinality as each (id, place)
    ) as sealed
    left join lateral (
      select steward_audit_digest(entry) as digest from audit_entries as entry
      where entry.id = sealed.id
    ) as actual on true
    where seal.no between ${first} and ${last} and actual.digest is distinct from sealed.digest
    order by seal.no, sealed.place limit ${limit}::int
  `

/** Finds entries in no seal that are old enough to have one, and so bypassed the chain. */
export const neverSealed = (db: Db, limit: number) =>
  queryColumn(db)<number>`
    select id from audit_entries where id <= (select settled from audit_sealing)
    except select unnest(entries) from audit_seals
    order by id limit ${limit}::int
  `
