import { counted } from '@steward/contract/areas/area-lists'
import type { Counted } from '@steward/contract/areas/areas'
import type { DataOf } from '@steward/contract/calls/endpoints'
import { trendDays } from '@steward/contract/dashboard/dashboard'
import { sql } from 'kysely'
import type { Db } from '../../db/connection/connection.ts'
import { queryAll, queryFirst } from '../../db/connection/query.ts'
import { countRows } from '../../db/counts/count-cache.ts'
import { counterTotalOf, newByDay, totalOf } from '../../db/counts/totals.ts'
import { scopedState } from '../../db/list/scope.ts'
import { current } from '../../db/list/source.ts'
import type { ReadScope } from '../../db/list/state.ts'
import type { AreaRegistry } from '../records/area.ts'

/** The number of records that are not deleted, by what is counted. */
export type Counts = Record<Counted, number>

/** The conditions of each counted list, within a scope. */
const countedIn = ({ all }: AreaRegistry, scope: ReadScope | null) =>
  all.flatMap(({ listing: { table }, counts }) => {
    const seen = scope?.seen(table, current) ?? []
    return Object.entries(counts).map(([name, conditions]) => ({
      name,
      table,
      conditions: [...conditions, ...seen],
    }))
  })

/** Counts the records of all areas that are seen: from the counters where these know the conditions. */
export async function countEverything(
  db: Db,
  areas: AreaRegistry,
  scope: ReadScope | null,
): Promise<Counts> {
  const lists = countedIn(areas, scope)
  const columns = lists.flatMap(({ name, table, conditions }) => {
    const total =
      counterTotalOf(table, conditions) ?? (scope ? undefined : totalOf(table, conditions))
    return total ? [sql`${total} as ${sql.ref(name)}`] : []
  })
  const known = (await queryFirst(db)<Counts>`select ${sql.join(columns)}`) as Counts
  const others = await Promise.all(
    lists
      .filter(({ name }) => !(name in known))
      .map(async ({ name, ...matched }) => [name, await countRows(db, matched, false)]),
  )
  return { ...known, ...Object.fromEntries(others) }
}

/**
 * Counts the new records of thirty days (UTC), the oldest first and today last, without deleted ones;
 * imported ones are counted separately.
 */
export async function countNew(db: Db, areas: AreaRegistry, now: Date, scope: ReadScope | null) {
  const day = 86_400_000
  const first = Math.floor(now.getTime() / day) * day - (trendDays - 1) * day
  const since = new Date(first).toISOString()
  const parts = countedIn(areas, scope).map(
    ({ name, table, conditions }) =>
      sql`select ${name}::text as name, days.* from (${newByDay(table, conditions, since.slice(0, 10))}) as days`,
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
export const listRolesWithPeople = (db: Db, scope: ReadScope | null) =>
  queryAll(db)<DataOf<'dashboard.roles'>[number]>`
    select t.id as _id, t.name, t.image, t.status,
      ${(scope ? scopedState(current, scope) : current).countIn('users')} as "userCount"
    from roles as t where t.status <> 'deleted' order by "userCount" desc, t.name
  `
