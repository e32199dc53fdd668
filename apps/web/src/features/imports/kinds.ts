import type { ImportArea } from '@steward/contract/areas'
import { importNeeds } from '@steward/contract/imports.routes'
import { type Permission, permission } from '@steward/contract/permissions'
import type { LinkProps } from '@tanstack/react-router'

/** What can be imported, by its name in the address. */
export interface ImportKind {
  area: ImportArea
  title: string
  many: string
  /** The list that it comes into. */
  list: NonNullable<LinkProps['to']>
  listTitle: string
  needs: readonly Permission[]
  /** What is the same in every row, unless the person says otherwise. */
  preset?: Readonly<Record<string, string>>
}

const kind = (
  area: ImportArea,
  many: string,
  list: ImportKind['list'],
  listTitle: string,
): ImportKind => ({
  area,
  title: `Import ${many}`,
  many,
  list,
  listTitle,
  needs: [importNeeds[area]],
})

/** Every kind of import. */
export const importKinds: Readonly<Record<string, ImportKind>> = {
  members: kind('members', 'members', '/users/members', 'Members'),
  'business-users': {
    ...kind('members', 'business users', '/users/business', 'Business users'),
    needs: [importNeeds.members, permission('Users', 'Business users', 'import')],
    preset: { type: 'business' },
  },
  posts: kind('posts', 'feed posts', '/posts', 'Feed posts'),
  events: kind('events', 'events', '/events', 'Events'),
  polls: kind('polls', 'polls and surveys', '/polls', 'Polls and surveys'),
  tasks: kind('tasks', 'tasks', '/tasks', 'Tasks'),
  bills: kind('bills', 'bills', '/bills', 'Bills'),
  'shopping-posts': kind('shoppingPosts', 'shopping posts', '/shopping-posts', 'Shopping posts'),
}
