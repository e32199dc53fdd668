import { type Message, msg } from '@steward/i18n/reader'
import { lists } from '../../shared/lists/lists.ts'
import type { ListSpec } from '../../ui/list/definition/list-spec.ts'

/**
 * A list of one person's records, whom its address names by the path and no longer by a filter.
 * @param field the field that names the person, which is also the filter of the list
 * @param pageTitle the title of its page
 */
function personList<const L extends ListSpec, const F extends string>(
  list: L,
  field: F,
  title: Message,
  pageTitle: Message,
) {
  // What the whole list begins with would hide most of theirs.
  const { first: _first, ...own } = list as L & { first?: unknown }
  const { [field]: _person, ...filters } = list.filters as L['filters'] & { [key in F]?: 'person' }
  return { ...own, title, pageTitle, field, name: `person-${list.name}`, filters }
}

/** The lists of one person's records in the other areas. */
export const personLists = {
  posts: personList(lists.posts, 'author', msg('Posts'), msg('Posts of a user')),
  bills: personList(lists.bills, 'payer', msg('Bills'), msg('Bills of a user')),
  tasks: personList(lists.tasks, 'assignee', msg('Tasks'), msg('Tasks of a user')),
  shoppingPosts: personList(
    lists.shoppingPosts,
    'seller',
    msg('Shopping posts'),
    msg('Shopping posts of a user'),
  ),
  events: personList(lists.events, 'host', msg('Events'), msg('Events of a user')),
}

/** A list narrowed to a person: by the server, or here where that sends its whole list. */
export const ofPerson = <L extends ListSpec & { field: string }>(list: L, id: string): L => ({
  ...list,
  fixed: { [list.field]: id },
  narrowsHere: true,
})
