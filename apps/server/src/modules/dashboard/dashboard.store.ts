import { counted } from '@steward/contract/area-lists'
import type { Counted } from '@steward/contract/areas'
import { trendDays } from '@steward/contract/dashboard'
import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../db/connection.ts'
import type { RoleRow } from '../access/roles.store.ts'

/** How many there are of everything that is not deleted. */
export type Counts = Record<Counted, number>

/** New records per UTC day, oldest first; the last day is today. */
export interface Trends {
  since: string
  days: Record<Counted, number[]>
}

/** Where what is new is read; people are read once, and count for their type and for all. */
const sources: { counts: RawBuilder<unknown>; table: string; where: RawBuilder<unknown> }[] = [
  { counts: sql`type`, table: 'users', where: sql`deleted_at is null` },
  { counts: sql`'roles'`, table: 'roles', where: sql`status <> 'deleted'` },
  { counts: sql`'events'`, table: 'events', where: sql`true` },
  { counts: sql`'polls'`, table: 'polls', where: sql`true` },
  { counts: sql`'tasks'`, table: 'tasks', where: sql`true` },
  { counts: sql`'bills'`, table: 'bills', where: sql`deleted_at is null` },
  { counts: sql`'posts'`, table: 'posts', where: sql`deleted_at is null` },
  { counts: sql`'categories'`, table: 'categories', where: sql`deleted_at is null` },
  { counts: sql`'shoppingPosts'`, table: 'shopping_posts', where: sql`deleted_at is null` },
]

/** What a person of a type counts for. */
const countsOf: Record<string, Counted[]> = {
  admin: ['users', 'admins'],
  business: ['users', 'businessUsers'],
  member: ['users', 'members'],
}

const tallied = (table: string, where = sql`true`) =>
  sql`(select coalesce(sum(n), 0)::bigint from tallies
    where area = ${table} and coalesce(facets ->> 'deleted', 'false') = 'false' and ${where})`

const ofType = (type: string) => tallied('users', sql`facets ->> 'type' = ${type}`)

const totals: Record<Counted, RawBuilder<unknown>> = {
  users: tallied('users'),
  admins: ofType('admin'),
  businessUsers: ofType('business'),
  members: ofType('member'),
  roles: sql`(select count(*) from roles where status <> 'deleted')`,
  events: tallied('events'),
  polls: tallied('polls'),
  tasks: tallied('tasks'),
  bills: tallied('bills'),
  posts: tallied('posts'),
  categories: sql`(select count(*) from categories where deleted_at is null)`,
  shoppingPosts: tallied('shopping_posts'),
}

/** How many there are of everything, from the tallies, so that a million rows cost nothing. */
export async function countEverything(db: Db): Promise<Counts> {
  const columns = counted.map((name) => sql`${totals[name]} as ${sql.ref(name)}`)
  const found = await sql<Counts>`select ${sql.join(columns)}`.execute(db)
  return found.rows[0] as Counts
}

/** New records on each of the last thirty days. Only those days' rows are read, by an index. */
export async function countNew(db: Db, now: Date): Promise<Trends> {
  const day = 86_400_000
  const first = Math.floor(now.getTime() / day) * day - (trendDays - 1) * day
  const since = new Date(first).toISOString()
  const parts = sources.map(
    ({ counts, table, where }) => sql`
      select ${counts}::text as name,
        floor(extract(epoch from created_at - ${since}::timestamptz) / 86400)::int as day,
        count(*) as n
      from ${sql.table(table)}
      where created_at >= ${since}::timestamptz and ${where}
      group by 1, 2`,
  )
  const found = await sql<{ name: string; day: number; n: number }>`
    ${sql.join(parts, sql` union all `)}`.execute(db)
  const days = Object.fromEntries(
    counted.map((name) => [name, new Array<number>(trendDays).fill(0)]),
  ) as Trends['days']
  for (const { name, day: at, n } of found.rows) {
    if (at >= trendDays) continue
    for (const each of countsOf[name] ?? [name as Counted])
      days[each][at] = (days[each][at] ?? 0) + n
  }
  return { since, days }
}

/** Every role that is not deleted with the number of its people, the fullest first. */
export async function listRolesWithPeople(
  db: Db,
): Promise<Pick<RoleRow, 'id' | 'name' | 'image' | 'status' | 'user_count'>[]> {
  return await db
    .selectFrom('roles')
    .select(({ selectFrom, fn }) => [
      'id',
      'name',
      'image',
      'status',
      selectFrom('users')
        .select(fn.countAll<number>().as('n'))
        .whereRef('users.role_id', '=', 'roles.id')
        .where('users.deleted_at', 'is', null)
        .$asScalar()
        .$notNull()
        .as('user_count'),
    ])
    .where('status', '<>', 'deleted')
    .orderBy('user_count', 'desc')
    .orderBy('name')
    .execute()
}
