import { counted } from '@steward/contract/areas/area-lists'
import type { Counted } from '@steward/contract/areas/areas'
import type { DataOf } from '@steward/contract/calls/endpoints'
import { trendDays } from '@steward/contract/dashboard/dashboard'
import { sql } from 'kysely'
import type { Db } from '../../db/connection/connection.ts'
import { queryAll, queryFirst } from '../../db/connection/query.ts'
import { newByDay, totalOf } from '../../db/counts/totals.ts'
import type { AreaRegistry } from '../records/area.ts'

/** The number of records that are not deleted, by what is counted. */
export type Counts = Record<Counted, number>

/** Counts the records of all areas from the counters. */
export async function countEverything(db: Db, { all }: AreaRegistry): Promise<Counts> {
  const columns = all.flatMap(({ listing, counts }) =>
    Object.entries(counts).map(
      ([name, conditions]) => sql`${totalOf(listing.table, conditions)} as ${sql.ref(name)}`,
    ),
  )
  return (await queryFirst(db)<Counts>`select ${sql.join(columns)}`) as Counts
}

/**
 * Counts the new records of thirty days (UTC), the oldest first and today last, without deleted ones;
 * imported ones are counted separately.
 */
export async function countNew(db: Db, { all }: AreaRegistry, now: Date) {
  const day = 86_400_000
  const first = Math.floor(now.getTime() / day) * day - (trendDays - 1) * day
  const since = new Date(first).toISOString()
  const parts = all.flatMap(({ listing, counts }) =>
    Object.entries(counts).map(
      ([name, conditions]) =>
        sql`select ${name}::text as name, days.* from (${newByDay(listing.table, conditions, since.slice(0, 10))}) as days`,
    ),
  )
  const rows = await queryAll(db)<{ name: Counted; day: number; n: number; imported: number }>`
    ${sql.join(parts, sql` union all `)}`
  const perCounted = <T>(make: () => T) =>
    Object.fromEntries(counted.map((name) => [name, make()])) as Record<Counted, T>
  const days = perCounted(() => new Array<number>(trendDays).fill(0))
  const imported = perCounted(() => 0)
  for (const row of rows) {
    if (row.day >= trendDays) continue
    days[row.name][row.day] = row.n
    imported[row.name] += row.imported
  }
  return { since, days, imported }
}

/** Lists roles that aren't deleted with their number of people, the largest first. */
export const listRolesWithPeople = (db: Db) =>
  queryAll(db)<DataOf<'dashboard.roles'>[number]>`
    select id as _id, name, image, status, (
      select count(*) from users where users.role_id = roles.id and users.deleted_at is null
    ) as "userCount"
    from roles where status <> 'deleted' order by "userCount" desc, name
  `
