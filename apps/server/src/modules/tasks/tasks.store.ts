import type { QueryOf } from '@steward/contract/endpoints'
import { type Selectable, sql } from 'kysely'
import type { Db } from '../../db/connection.ts'
import {
  among,
  type Condition,
  folded,
  type Listing,
  listPage,
  ofPeople,
  type Page,
  plain,
} from '../../db/listing.ts'
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
  joins: sql`
    ${deleterJoin} left join users as assignee on assignee.id = t.assignee_id`,
  sorts: {
    createdAt: { by: plain('created_at') },
    deletedAt: byDeletedAt,
    dueAt: { by: plain('due_at'), nullable: true },
    priority: { by: plain('priority_rank') },
    title: { by: folded('title') },
  },
}

const overdue = sql<boolean>`(t.due_at < now() and t.status in ('todo', 'doing'))`

/** What a query asks of tasks, beside its search (contract, Lists). */
export const taskConditions = (query: QueryOf<'tasks.list'>): Condition[] => [
  ...inTrash(query.deleted),
  ...among('status', query.status, 'status'),
  ...among('priority', query.priority, 'priority'),
  ...ofPeople('assignee_id', query.assignee),
  ...(query.overdue === undefined
    ? []
    : [{ sql: query.overdue ? overdue : sql<boolean>`${overdue} is not true` }]),
]

/** A page of tasks (contract, Lists). */
export const listTasks = (db: Db, query: QueryOf<'tasks.list'>): Promise<Page<TaskRow>> =>
  listPage<TaskRow>(db, taskListing, query, taskConditions(query))
