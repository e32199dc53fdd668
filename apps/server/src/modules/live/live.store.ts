import { type Selectable, sql } from 'kysely'
import type { Db } from '../../db/connection/connection.ts'
import { queryAll, queryFirst } from '../../db/connection/query.ts'
import type { Tables } from '../../db/schema/tables.ts'

/** A position in the sealed audit log: a seal, and how many entries precede its end. */
export interface LogPosition {
  seal: number
  nth: number
}

export const isBefore = (one: LogPosition, other: LogPosition): boolean =>
  one.seal < other.seal || (one.seal === other.seal && one.nth < other.nth)

export type LiveEntry = LogPosition &
  Pick<
    Selectable<Tables['audit_entries']>,
    'id' | 'at' | 'area' | 'action' | 'record_id' | 'person_types' | 'record_count'
  >

/** The end of the log, with the id and time of the last entry; null where there is none. */
export async function logEnd(db: Db) {
  const last = await queryFirst(db)<LogPosition & { entry: number; at: string }>`
    select last.no as seal, cardinality(last.entries) as nth, last.entry, entry.at
    from (
      select no, entries, entries[cardinality(entries)] as entry
      from audit_seals order by no desc limit 1
    ) as last
    left join audit_entries as entry on entry.id = last.entry
  `
  if (!last) return { place: { seal: 0, nth: 0 }, entry: null, at: null }
  const { seal, nth, entry, at } = last
  return { place: { seal, nth }, entry, at }
}

/** In how many of the latest seals an entry that a client names is searched. */
const maxLookedAt = 50

/** The place after a client's last entry; undefined if unknown or followed by more than `max`. */
export const positionAfter = (db: Db, entry: number, max: number) =>
  queryFirst(db)<LogPosition>`
    select seal.no as seal, array_position(seal.entries, ${entry}::bigint) as nth
    from (
      select no, entries from audit_seals where entries[cardinality(entries)] >= ${entry}
      order by entries[cardinality(entries)] limit ${sql.lit(maxLookedAt)}
    ) as seal
    where ${entry} = any (seal.entries) and ${max} >= (
      select coalesce(sum(n), 0) from (
        select cardinality(entries) as n from audit_seals
        where no > seal.no order by no limit ${max + 1}::int
      ) as missed
    )
  `

/** The entries of whole seals after a place, in order, at most `max`. */
export const entriesAfter = (db: Db, after: LogPosition, max: number) =>
  queryAll(db)<LiveEntry>`
    select seal.no as seal, sealed.nth, entry.id, entry.at, entry.area, entry.action,
      entry.record_id, entry.record_count, entry.person_types
    from (
      select no, entries, sum(cardinality(entries)) over (order by no) as n
      from (
        select no, entries from audit_seals
        where no >= ${after.seal} and (no > ${after.seal} or cardinality(entries) > ${after.nth})
        order by no limit 200
      ) as next
    ) as seal
    cross join lateral unnest(seal.entries) with ordinality as sealed (id, nth)
    join audit_entries as entry on entry.id = sealed.id
    where seal.n <= ${max} and (seal.no > ${after.seal} or sealed.nth > ${after.nth})
    order by seal.no, sealed.nth
  `
