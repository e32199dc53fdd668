import type { AreaName } from '@steward/contract/areas/areas'
import type { WaitingKind } from '@steward/contract/dashboard/dashboard'
import { dueSoonMs } from '@steward/contract/dashboard/dashboard.routes'
import { type Permission, permission } from '@steward/contract/permissions/permissions'
import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../db/connection/connection.ts'
import { countRows } from '../../db/counts/count-cache.ts'
import { hasCounter, totalOf } from '../../db/counts/totals.ts'
import { among, type Condition, notDeleted, ofPeople, where } from '../../db/filters/conditions.ts'
import { current } from '../../db/list/source.ts'
import type { ListedTable } from '../../db/schema/tables.ts'
import { hasPermission } from '../../http/authorize.ts'
import type { Session } from '../../http/session.ts'
import { reported } from '../posts/posts.store.ts'
import { hiddenIn } from '../records/field-rules.ts'
import { decidedHere } from '../users/users.store.ts'

/** A kind of item that waits for somebody; `time` is the column since when it waits. */
interface Part {
  kind: WaitingKind
  /** The permission of those who decide about it; null for a person's own items. */
  needs: Permission | null
  table: ListedTable
  time: RawBuilder<unknown>
  /** The fields, of those that a role may hide, of which it tells; who isn't shown them all isn't told it. */
  tells?: { area: AreaName; fields: readonly string[] }
  conditions: (person: string) => readonly Condition[]
}

/** All kinds of waiting items, in the order in which they are shown. */
const parts: readonly Part[] = [
  {
    // Registrations with a confirmed address, about which somebody here decides.
    kind: 'registrations',
    needs: permission('Users', 'Admins', 'status'),
    table: 'users',
    time: sql`t.created_at`,
    conditions: () => [
      notDeleted,
      ...among('type', ['admin']),
      ...among('status', ['pending']),
      ...among('email_confirmed', [true]),
      decidedHere,
    ],
  },
  {
    kind: 'reportedPosts',
    needs: permission('Community', 'Feed posts', 'list'),
    table: 'posts',
    time: sql`t.created_at`,
    tells: { area: 'posts', fields: ['openReportCount'] },
    conditions: () => [notDeleted, reported],
  },
  {
    // One's own open tasks, overdue or due soon.
    kind: 'tasks',
    needs: permission('Operations', 'Tasks', 'list'),
    table: 'tasks',
    time: sql`t.due_at`,
    tells: { area: 'tasks', fields: ['assignee', 'dueAt'] },
    conditions: (person) => [
      notDeleted,
      ...ofPeople('assignee_id', [person]),
      ...among('status', ['todo', 'doing']),
      { sql: sql`t.due_at <= now() + make_interval(secs => ${dueSoonMs / 1000})` },
    ],
  },
  {
    kind: 'bills',
    needs: permission('Operations', 'Bills', 'list'),
    table: 'bills',
    time: sql`t.due_at`,
    tells: { area: 'bills', fields: ['dueAt'] },
    conditions: () => [notDeleted, ...among('status', ['overdue'], 'status')],
  },
  {
    // Proposals of agents.
    kind: 'proposals',
    needs: permission('System', 'Integrations', 'approve'),
    table: 'proposals',
    time: sql`t.created_at`,
    conditions: () => [...among('status', ['waiting']), { sql: sql`t.expires_at > now()` }],
  },
  {
    // One's own jobs that are not over.
    kind: 'jobs',
    needs: null,
    table: 'jobs',
    time: sql`t.created_at`,
    conditions: (person) => [
      ...among('started_by', [person]),
      ...among('status', ['waiting', 'running', 'paused', 'stopped']),
    ],
  },
]

/** The number of each kind, and since when the oldest waits (ISO 8601 in UTC). */
export async function listWaitingFor(db: Db, session: Session) {
  const own = parts.filter(
    ({ needs, tells }) =>
      (needs === null || hasPermission(session, needs)) &&
      !(tells && hiddenIn(tells.area, session).some((name) => tells.fields.includes(name))),
  )
  return await Promise.all(own.map((part) => countWaiting(db, part, session)))
}

/** Counts the items of a kind, from the counters where they have it. */
async function countWaiting(
  db: Db,
  { kind, table, time, conditions: of }: Part,
  { user, scope }: Session,
) {
  const conditions = [...of(user.id), ...(scope?.seen(table, current) ?? [])]
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
  return { kind, count: count ?? row?.count ?? 0, since: row?.since ?? null }
}
