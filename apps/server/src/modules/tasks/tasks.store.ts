import type { QueryOf } from '@steward/contract/endpoints'
import { type RawBuilder, type Selectable, sql } from 'kysely'
import { among, type Condition, ofPeople } from '../../db/conditions.ts'
import { folded, type Listing, type Page, plain } from '../../db/listing.ts'
import { listView } from '../../db/past/page.ts'
import type { View } from '../../db/past/view.ts'
import type { TasksTable } from '../../db/tables.ts'
import { personColumns } from '../person-reference.store.ts'
import {
  byDeletedAt,
  type DeletedColumns,
  deletedColumns,
  deleterJoin,
  inTrash,
} from '../trash.store.ts'

/** A task with the person it is given to. */
export type TaskRow = DeletedColumns &
  Omit<Selectable<TasksTable>, 'search' | 'priority_rank'> & {
    assignee_name: string | null
    assignee_image: string | null
  }

/** How tasks are listed. */
export const taskListing: Listing = {
  table: 'tasks',
  columns: sql`
    t.id, t.title, t.description, t.assignee_id, t.due_at, t.priority, t.status, t.created_at,
    t.updated_at, ${deletedColumns}, ${personColumns('assignee', 'assignee')}`,
  joins: [deleterJoin, { table: 'users', as: 'assignee', by: 'assignee_id' }],
  sorts: {
    createdAt: { by: plain('created_at') },
    deletedAt: byDeletedAt,
    dueAt: { by: plain('due_at'), nullable: true },
    priority: { by: plain('priority_rank') },
    title: { by: folded('title') },
  },
}

const overdueAt = (now: RawBuilder<string>) =>
  sql<boolean>`(t.due_at < ${now} and t.status in ('todo', 'doing'))`

/** What a query asks of tasks, beside its search (contract, Lists). */
export const taskConditions = (
  query: QueryOf<'tasks.list'>,
  now: RawBuilder<string> = sql`now()`,
): Condition[] => [
  ...inTrash(query.deleted),
  ...among('status', query.status, 'status'),
  ...among('priority', query.priority, 'priority'),
  ...ofPeople('assignee_id', query.assignee),
  ...(query.overdue === undefined
    ? []
    : [{ sql: query.overdue ? overdueAt(now) : sql<boolean>`${overdueAt(now)} is not true` }]),
]

/** A page of tasks (contract, Lists). */
export const listTasks = (view: View, query: QueryOf<'tasks.list'>): Promise<Page<TaskRow>> =>
  listView<TaskRow>(view, taskListing, query, taskConditions(query, view.now))
