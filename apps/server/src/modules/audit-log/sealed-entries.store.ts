import type { UserType } from '@steward/contract/users/users'
import { sql } from 'kysely'
import type { Db } from '../../db/connection/connection.ts'
import { queryAll } from '../../db/connection/query.ts'
import { type AuditRow, auditColumns } from './audit-log.store.ts'

/**
 * A place in the order of the seals: the seal, and how many of its entries come before and at it. Entries are sealed
 * once no transaction can commit one before them, so whoever goes on from a place misses none.
 */
export interface SealPlace {
  seal: number
  nth: number
}

/** The place before the first entry. */
export const logStart: SealPlace = { seal: 0, nth: 0 }

export type SealedRow = AuditRow & SealPlace & { person_types: UserType[] | null }

/**
 * What a query reads sealed entries from, in the order of `seal.no, sealed.nth`: `seal` (`no`, `hash`, and `earlier`, how
 * many entries are in those read before it), `sealed.nth`, and the entry, `t`. With `seal.earlier < n` it reads whole seals
 * until they have `n` entries.
 * @param first the first seal that is read
 * @param maxSeals how many seals are looked at
 */
export const sealsFrom = (first: number, maxSeals = 200) => sql`(
    select no, hash, entries, sum(cardinality(entries)) over (order by no) - cardinality(entries) as earlier
    from (
      select no, hash, entries from audit_seals where no >= ${first}::bigint order by no limit ${maxSeals}::int
    ) as next
  ) as seal
  cross join lateral unnest(seal.entries) with ordinality as sealed (id, nth)
  join audit_entries as t on t.id = sealed.id`

/** The first `limit` sealed entries after a place, in the order of the seals. */
export const sealedAfter = (db: Db, { seal, nth }: SealPlace, limit: number) =>
  // Seals are taken until they have enough entries; the one of the place begins before it.
  queryAll(db)<SealedRow>`
    select seal.no as seal, sealed.nth, t.person_types, ${auditColumns}
    from ${sealsFrom(seal, limit + 1)}
    where seal.earlier < ${limit + nth} and (seal.no, sealed.nth) > (${seal}, ${nth})
    order by seal.no, sealed.nth limit ${sql.lit(limit)}
  `
