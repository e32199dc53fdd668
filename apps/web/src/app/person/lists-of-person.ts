import { lists } from '../../shared/list/lists.ts'
import type { ListSpec } from '../../ui/list/list-search.ts'

/**
 * A list narrowed to one person, whom its address names by the path and no longer by a filter.
 * @param field the field that names the person, which is also the filter of the list
 */
function ofPerson<const L extends ListSpec, const F extends string>(
  list: L,
  title: string,
  field: F,
) {
  const { [field]: _person, ...filters } = list.filters as L['filters'] & { [key in F]?: 'id' }
  return { ...list, title, field, name: `person-${list.name}`, filters }
}

/** What is a person's in the other areas. */
export const personLists = {
  posts: ofPerson(lists.posts, 'Posts', 'author'),
  bills: ofPerson(lists.bills, 'Bills', 'payer'),
  tasks: ofPerson(lists.tasks, 'Tasks', 'assignee'),
  shoppingPosts: ofPerson(lists.shoppingPosts, 'Shopping posts', 'seller'),
  events: ofPerson(lists.events, 'Events', 'host'),
}
