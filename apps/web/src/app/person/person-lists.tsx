import { useParams } from '@tanstack/react-router'
import { type ReactNode, useMemo } from 'react'
import type { ListName, RecordOf, Row } from '../../api/listing.ts'
import { billDefinition } from '../../features/bills/bill-definition.tsx'
import { BillRecord } from '../../features/bills/bill-record.tsx'
import { eventDefinition } from '../../features/events/event-definition.tsx'
import { EventRecord } from '../../features/events/event-record.tsx'
import { postDefinition } from '../../features/posts/post-definition.tsx'
import { PostRecord } from '../../features/posts/post-record.tsx'
import { shoppingPostDefinition } from '../../features/shopping-posts/shopping-post-definition.tsx'
import { ShoppingPostRecord } from '../../features/shopping-posts/shopping-post-record.tsx'
import { taskDefinition } from '../../features/tasks/task-definition.tsx'
import { TaskRecord } from '../../features/tasks/task-record.tsx'
import { listOptions } from '../../shared/list/list-options.ts'
import { ListPage } from '../../shared/list/list-page.tsx'
import type { ListDefinition } from '../../ui/list/screen/list-definition.ts'
import type { ListSpec } from '../../ui/list/url/list-spec.ts'
import { ofPerson, personLists } from './lists-of-person.ts'

/** A list as its own area shows it, narrowed to one person. */
function PersonList<N extends ListName>(props: {
  list: ListSpec & { call: N; field: string }
  definition: ListDefinition<RecordOf<N>>
  drawer: (row: Row<RecordOf<N>>, close: () => void) => ReactNode
}) {
  const { id } = useParams({ from: '/guarded/users/$id' })
  const { definition, list } = props
  const own = useMemo(
    () => narrowed(definition, ofPerson(list, id), list.field),
    [definition, list, id],
  )
  return (
    <ListPage
      key={id}
      part
      definition={own}
      drawer={props.drawer}
      options={listOptions(ofPerson(list, id))}
    />
  )
}

/** Without what is the same in every row, and what would show somebody else's. */
const narrowed = <T,>(
  definition: ListDefinition<T>,
  list: ListSpec,
  field: string,
): ListDefinition<T> => ({
  ...definition,
  list,
  columns: definition.columns.filter(({ key }) => key !== field),
  filters: definition.filters.filter(({ key }) => key !== field),
})

/** What a person wrote. */
export const PersonPosts = () => (
  <PersonList
    definition={postDefinition}
    list={personLists.posts}
    drawer={({ record }, close) => <PostRecord record={record} onDone={close} />}
  />
)

/** What a person has to pay. */
export const PersonBills = () => (
  <PersonList
    definition={billDefinition}
    list={personLists.bills}
    drawer={({ record }, close) => <BillRecord record={record} onDone={close} />}
  />
)

/** What a person is to do. */
export const PersonTasks = () => (
  <PersonList
    definition={taskDefinition}
    list={personLists.tasks}
    drawer={({ record }, close) => <TaskRecord record={record} onDone={close} />}
  />
)

/** What a person sells. */
export const PersonShoppingPosts = () => (
  <PersonList
    definition={shoppingPostDefinition}
    list={personLists.shoppingPosts}
    drawer={({ record }, close) => <ShoppingPostRecord record={record} onDone={close} />}
  />
)

/** What a person hosts. */
export const PersonEvents = () => (
  <PersonList
    definition={eventDefinition}
    list={personLists.events}
    drawer={({ record }, close) => <EventRecord record={record} onDone={close} />}
  />
)
