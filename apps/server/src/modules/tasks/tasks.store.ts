import { areaNames } from '@steward/contract/areas/areas'
import type { QueryOf } from '@steward/contract/calls/endpoints'
import type { UserType } from '@steward/contract/users/users'
import { type RawBuilder, sql } from 'kysely'
import type { Condition } from '../../db/filters/conditions.ts'
import { plain } from '../../db/list/listing.ts'
import { scopedState } from '../../db/list/scope.ts'
import { current } from '../../db/list/source.ts'
import type { ReadScope } from '../../db/list/state.ts'
import { tableOf } from '../../db/schema/tables.ts'
import { type RowOf, recordStore } from '../records/record-store.store.ts'
import type { Reader } from '../records/view.ts'
import { listedTypes } from '../roles/permissions.rules.ts'
import { areasWhole } from './tasks.about.ts'

export type TaskRow = RowOf<
  'tasks',
  {
    assignee_name: string | null
    assignee_image: string | null
    /** The type of the user that the task is about. */
    about_type: UserType | null
    comment_count: number
  }
>

const overdueAt = (now: RawBuilder<string>) =>
  sql<boolean>`(t.due_at < ${now} and t.status in ('todo', 'doing'))`

/** What a task is about, null in areas that the reader may not list, so filters don't reveal it. */
const aboutFor = (reader: Reader): RawBuilder<unknown> => sql`(case
  ${reader.scope ? sql`when not ${aboutSeen(reader.scope)} then null` : sql``}
  when t.about_area = any(${areasWhole(reader)}::text[]) then t.about_id
  when t.about_area = 'users' and exists (
    select 1 from users as subject
    where subject.id = t.about_id and subject.type = any(${listedTypes(reader)}::text[])) then t.about_id
end)`

/** The same filter by ids alone, so that an index is used. */
const aboutIndexed = ({ about, match }: QueryOf<'tasks.list'>): Condition[] =>
  about && match !== 'any' ? [{ sql: sql<boolean>`t.about_id = any(${about}::uuid[])` }] : []

/** Whether what a task is about is among the records that a scope lets see, as they are now. */
function aboutSeen(scope: ReadScope): RawBuilder<boolean> {
  const { table } = scopedState(current, scope)
  const each = areaNames
    .filter((area) => scope.seen(tableOf(area), current).length > 0)
    .map(
      (area) => sql`when ${area} then exists (
        select 1 from ${table(tableOf(area), 'subject')} where subject.id = t.about_id)`,
    )
  return each.length === 0
    ? sql<boolean>`true`
    : sql<boolean>`(case t.about_area ${sql.join(each, sql` `)} else true end)`
}

export const taskStore = recordStore<'tasks', TaskRow>('tasks', {
  listing: ({ scope }) => ({
    more: [
      ...(scope ? [sql`${aboutSeen(scope)} as about_seen`] : []),
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
  }),
  filters: ({ now }, reader) => ({
    about: { by: aboutFor(reader) },
    assignee: { people: true },
    overdue: { by: overdueAt(now) },
  }),
  conditions: aboutIndexed,
})
