import { dueSoonMs } from '@steward/contract/system/dashboard.routes'
import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../db/connection/connection.ts'
import { countRows } from '../../db/counts/count-cache.ts'
import { hasCounter, totalOf } from '../../db/counts/totals.ts'
import { among, type Condition, notDeleted, ofPeople, where } from '../../db/list/conditions.ts'
import type { ListedTable } from '../../db/tables/tables.ts'
import { reported } from '../posts/posts.store.ts'

/** How many of something wait, and since when the oldest does (ISO 8601 in UTC). */
export interface Waiting {
  count: number
  since: string | null
}

/** Admins who have registered and confirmed their address, since the first of them registered. */
export const waitingRegistrations = (db: Db): Promise<Waiting> =>
  oldestOf(db, 'users', sql`t.created_at`, [
    notDeleted,
    ...among('type', ['admin']),
    ...among('status', ['pending']),
    ...among('email_confirmed', [true]),
  ])

/** Posts with reports that nobody has decided about, since the oldest of them was written. */
export const waitingPosts = (db: Db): Promise<Waiting> =>
  oldestOf(db, 'posts', sql`t.created_at`, [notDeleted, reported])

/** Open tasks of a person that are overdue or due soon, since the first was due. */
export const waitingTasks = (db: Db, person: string): Promise<Waiting> =>
  oldestOf(db, 'tasks', sql`t.due_at`, [
    notDeleted,
    ...ofPeople('assignee_id', [person]),
    ...among('status', ['todo', 'doing']),
    { sql: sql`t.due_at <= now() + make_interval(secs => ${dueSoonMs / 1000})` },
  ])

/** Bills that are overdue, since the first was due. */
export const waitingBills = (db: Db): Promise<Waiting> =>
  oldestOf(db, 'bills', sql`t.due_at`, [notDeleted, ...among('status', ['overdue'], 'status')])

/** Jobs that a person has started and that are not over. */
export const waitingJobs = (db: Db, person: string): Promise<Waiting> =>
  oldestOf(db, 'jobs', sql`t.created_at`, [
    ...among('started_by', [person]),
    ...among('status', ['waiting', 'running', 'paused', 'stopped']),
  ])

/** How many rows there are, from the counters or counted while nothing changes, and the least of their times. */
async function oldestOf(
  db: Db,
  table: ListedTable,
  time: RawBuilder<unknown>,
  conditions: readonly Condition[],
): Promise<Waiting> {
  const oldest = sql<string>`(
    select ${time} from ${sql.table(table)} as t ${where(conditions)} order by ${time} limit 1)`
  const kept = hasCounter(conditions)
  const [count, found] = await Promise.all([
    kept ? null : countRows(db, { table, conditions }, false),
    sql<{ since: string | null; count: number }>`
      select ${oldest} as since, ${kept ? totalOf(table, conditions) : sql`0`} as count`.execute(
      db,
    ),
  ])
  const [row] = found.rows
  return { count: count ?? row?.count ?? 0, since: row?.since ?? null }
}
