import { useParams } from '@tanstack/react-router'
import { type ComponentType, useMemo } from 'react'
import type { ListName, RecordOf } from '../../api/listing.ts'
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
import type { RecordProps } from '../../shared/records/area-actions.tsx'
import { ListPage } from '../../shared/records/list-page.tsx'
import type { ListDefinition } from '../../ui/list/definition/list-definition.ts'
import type { ListSpec } from '../../ui/list/definition/list-spec.ts'
import { ofPerson, personLists } from './lists-of-person.ts'

const personPage =
  <N extends ListName>(
    list: ListSpec & { call: N; field: string },
    definition: ListDefinition<RecordOf<N>>,
    Record: ComponentType<RecordProps<RecordOf<N>>>,
  ) =>
  () => {
    const { id } = useParams({ from: '/guarded/users/$id' })
    const own = useMemo(() => ofPerson(list, id), [id])
    const shown = useMemo(() => narrowed(definition, own, list.field), [own])
    return (
      <ListPage
        key={id}
        part
        definition={shown}
        drawer={({ record }, close) => <Record record={record} onDone={close} />}
      />
    )
  }

/** Removes columns with the same value in every row, and parts that would show other people. */
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

/** The tabs of one person's records in the other areas. */
export const personPages = {
  posts: personPage(personLists.posts, postDefinition, PostRecord),
  bills: personPage(personLists.bills, billDefinition, BillRecord),
  tasks: personPage(personLists.tasks, taskDefinition, TaskRecord),
  shoppingPosts: personPage(personLists.shoppingPosts, shoppingPostDefinition, ShoppingPostRecord),
  events: personPage(personLists.events, eventDefinition, EventRecord),
}
