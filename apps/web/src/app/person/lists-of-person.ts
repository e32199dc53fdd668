import { lists } from '../../shared/lists/lists.ts'
import type { ListSpec } from '../../ui/list/definition/list-spec.ts'

/**
 * A list of one person's records, whom its address names by the path and no longer by a filter.
 * @param field the field that names the person, which is also the filter of the list
 */
function personList<const L extends ListSpec, const F extends string>(
  list: L,
  title: string,
  field: F,
) {
  // What the whole list begins with would hide most of theirs.
  const { first: _first, ...own } = list as L & { first?: unknown }
  const { [field]: _person, ...filters } = list.filters as L['filters'] & { [key in F]?: 'person' }
  return { ...own, title, field, name: `person-${list.name}`, filters }
}

/** The lists of one person's records in the other areas. */
export const personLists = {
  posts: personList(lists.posts, 'Posts', 'author'),
  bills: personList(lists.bills, 'Bills', 'payer'),
  tasks: personList(lists.tasks, 'Tasks', 'assignee'),
  shoppingPosts: personList(lists.shoppingPosts, 'Shopping posts', 'seller'),
  events: personList(lists.events, 'Events', 'host'),
}

/** A list narrowed to a person: by the server, or here where that sends its whole list. */
export const ofPerson = <L extends ListSpec & { field: string }>(list: L, id: string): L => ({
  ...list,
  fixed: { [list.field]: id },
  narrowsHere: true,
})
