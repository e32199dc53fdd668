import type { Permission } from '@steward/contract/permissions'
import { useParams } from '@tanstack/react-router'
import { type ReactNode, useMemo } from 'react'
import type { ListQuery, Row, SentQuery } from '../../api/listing.ts'
import { referenceOf } from '../../api/read.ts'
import { billDefinition } from '../../features/bills/bill-definition.tsx'
import { BillRecord } from '../../features/bills/bill-record.tsx'
import { billListOptions } from '../../features/bills/bills.queries.ts'
import { eventDefinition } from '../../features/events/event-definition.tsx'
import { EventRecord } from '../../features/events/event-record.tsx'
import { eventListOptions } from '../../features/events/events.queries.ts'
import { postDefinition } from '../../features/posts/post-definition.tsx'
import { PostRecord } from '../../features/posts/post-record.tsx'
import { postListOptions } from '../../features/posts/posts.queries.ts'
import { shoppingPostDefinition } from '../../features/shopping-posts/shopping-post-definition.tsx'
import { ShoppingPostRecord } from '../../features/shopping-posts/shopping-post-record.tsx'
import { shoppingPostListOptions } from '../../features/shopping-posts/shopping-posts.queries.ts'
import { taskDefinition } from '../../features/tasks/task-definition.tsx'
import { TaskRecord } from '../../features/tasks/task-record.tsx'
import { taskListOptions } from '../../features/tasks/tasks.queries.ts'
import { ListPage } from '../../shared/list/list-page.tsx'
import type { ListDefinition } from '../../ui/list/list-definition.ts'
import { needsOf } from '../page-needs.ts'

/** A list as its own area shows it, narrowed to one person. */
function PersonList<T>(props: {
  title: string
  definition: ListDefinition<T>
  /** The field that names the person, which is also the filter and the column of the list. */
  field: string & keyof T
  options: (query: SentQuery) => ListQuery<T>
  needs: Permission
  drawer: (row: Row<T>, close: () => void) => ReactNode
}) {
  const { id = '' } = useParams({ strict: false })
  const { definition, field, options } = props
  const own = useMemo(
    () => ({ ...definition, ...narrowed(definition, field) }),
    [definition, field],
  )
  return (
    <ListPage
      key={id}
      part
      title={props.title}
      definition={own}
      needs={props.needs}
      drawer={props.drawer}
      options={(query) => ofPerson(options({ ...query, [field]: id }), id, field)}
    />
  )
}

/** Without what is the same in every row, and what would show somebody else's. */
const narrowed = <T,>({ name, columns, filters }: ListDefinition<T>, field: string) => ({
  name: `person-${name}`,
  columns: columns.filter(({ key }) => key !== field),
  filters: filters.filter((filter) => !('key' in filter) || filter.key !== field),
})

/** Where a server sends its whole list whatever it is asked, the person's part is taken of it. */
function ofPerson<T>({ queryKey, queryFn }: ListQuery<T>, id: string, field: string): ListQuery<T> {
  return {
    queryKey,
    queryFn: async (context) => {
      const listing = await queryFn(context)
      if (listing.pagination) return listing
      const isTheirs = ({ record }: Row<T>) =>
        referenceOf((record as Readonly<Record<string, unknown>>)[field])?.id === id
      return { ...listing, rows: listing.rows.filter(isTheirs) }
    },
  }
}

/** What a person wrote. */
export const PersonPosts = () => (
  <PersonList
    title="Posts"
    definition={postDefinition}
    field="author"
    options={postListOptions}
    needs={needsOf('posts.list')[0]}
    drawer={({ record }, close) => <PostRecord post={record} onDone={close} />}
  />
)

/** What a person has to pay. */
export const PersonBills = () => (
  <PersonList
    title="Bills"
    definition={billDefinition}
    field="payer"
    options={billListOptions}
    needs={needsOf('bills.list')[0]}
    drawer={({ record }, close) => <BillRecord bill={record} onDone={close} />}
  />
)

/** What a person is to do. */
export const PersonTasks = () => (
  <PersonList
    title="Tasks"
    definition={taskDefinition}
    field="assignee"
    options={taskListOptions}
    needs={needsOf('tasks.list')[0]}
    drawer={({ record }) => <TaskRecord task={record} />}
  />
)

/** What a person sells. */
export const PersonShoppingPosts = () => (
  <PersonList
    title="Shopping posts"
    definition={shoppingPostDefinition}
    field="seller"
    options={shoppingPostListOptions}
    needs={needsOf('shoppingPosts.list')[0]}
    drawer={({ record }, close) => <ShoppingPostRecord post={record} onDone={close} />}
  />
)

/** What a person hosts. */
export const PersonEvents = () => (
  <PersonList
    title="Events"
    definition={eventDefinition}
    field="host"
    options={eventListOptions}
    needs={needsOf('events.list')[0]}
    drawer={({ record }) => <EventRecord event={record} />}
  />
)
