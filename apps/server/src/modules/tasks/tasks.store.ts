import type { QueryOf } from '@steward/contract/calls/endpoints'
import { taskFields } from '@steward/contract/tasks/tasks.fields'
import type { UserType } from '@steward/contract/users/users'
import { type RawBuilder, type Selectable, sql } from 'kysely'
import type { Db } from '../../db/connection/connection.ts'
import type { Condition } from '../../db/list/conditions.ts'
import { type FilteredBy, filterConditions } from '../../db/list/filters.ts'
import { findRow, type Listing, type Page, plain } from '../../db/list/listing.ts'
import { current, type Source } from '../../db/list/source.ts'
import type { TasksTable } from '../../db/tables/tables.ts'
import type { Staff } from '../../http/session.ts'
import { listedTypes } from '../access/permissions.rules.ts'
import { type DeletedColumns, inTrash } from '../records/deleted.ts'
import { filteredBy, listingOf } from '../records/listing.store.ts'
import { areasWhole } from './tasks.about.ts'

/** A task with the person it is given to. */
export type TaskRow = DeletedColumns &
  Omit<Selectable<TasksTable>, 'search' | 'priority_rank'> & {
    assignee_name: string | null
    assignee_image: string | null
    /** Of a user that it is about, whose type says who may know of them. */
    about_type: UserType | null
    comment_count: number
  }

/** How tasks are listed. */
export const taskListing: Listing = listingOf(taskFields, {
  table: 'tasks',
  more: [
    sql`t.version`,
    sql`case when t.about_area = 'users' then (
      select subject.type from users as subject where subject.id = t.about_id) end as about_type`,
    sql`t.about_area`,
    sql`t.about_title`,
  ],
  computed: {
    commentCount: sql`(select count(*)::int from task_comments as c
      where c.task_id = t.id and c.deleted_at is null)`,
  },
  sorts: { priority: { by: plain('priority_rank') } },
  searchedPeople: ['assignee_id'],
})

const overdueAt = (now: RawBuilder<string>) =>
  sql<boolean>`(t.due_at < ${now} and t.status in ('todo', 'doing'))`

/**
 * Tasks about some records. Of a record that a person may not list nothing is found: the filter
 * would tell that there is a task about it.
 */
const aboutFor = (reader: Reader): RawBuilder<unknown> => sql`(case
  when t.about_area = any(${areasWhole(reader)}::text[]) then t.about_id
  when t.about_area = 'users' and exists (
    select from users as subject
    where subject.id = t.about_id and subject.type = any(${listedTypes(reader)}::text[])) then t.about_id
end)`

/** What a question about records says already of the ids alone, so that an index finds them. */
const aboutIndexed = ({ about, match }: QueryOf<'tasks.list'>): Condition[] =>
  about && match !== 'any' ? [{ sql: sql<boolean>`t.about_id = any(${about}::uuid[])` }] : []

type Reader = Pick<Staff, 'permissions'>

/** What a query asks of tasks, beside its search (contract, Lists). */
export const taskConditions = (
  query: QueryOf<'tasks.list'>,
  reader: Reader,
  now: RawBuilder<string> = current.now,
): Condition[] => [
  ...inTrash(query.deleted),
  ...filterConditions('tasks', filteredAt(now, reader), query, now),
  ...aboutIndexed(query),
]

const filteredAt = (now: RawBuilder<string>, reader: Reader): FilteredBy<'tasks'> =>
  filteredBy(taskFields, {
    about: { by: aboutFor(reader) },
    status: { facet: 'status' },
    priority: { facet: 'priority' },
    assignee: { people: true },
    overdue: { by: overdueAt(now) },
  })

/** A page of tasks (contract, Lists). */
export const listTasks = (
  source: Source,
  query: QueryOf<'tasks.list'>,
  reader: Reader,
): Promise<Page<TaskRow>> =>
  source.page<TaskRow>(taskListing, query, taskConditions(query, reader, source.now))

/** One task, deleted or not. */
export const findTask = (db: Db, id: string): Promise<TaskRow | undefined> =>
  findRow<TaskRow>(db, taskListing, id)
