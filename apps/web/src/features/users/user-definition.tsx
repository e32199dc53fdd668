import { importNeeds } from '@steward/contract/imports.routes'
import { permission } from '@steward/contract/permissions'
import type { User } from '@steward/contract/users'
import { userFields } from '@steward/contract/users.fields'
import { textOf } from '../../api/read.ts'
import { lists } from '../../shared/list/lists.ts'
import { feedChoices, feedState } from '../../shared/people/feed-state.ts'
import { Text } from '../../ui/format/text.tsx'
import { statusColumn, textColumn } from '../../ui/list/columns.tsx'
import { defineList } from '../../ui/list/define-list.tsx'
import type { ListDefinition } from '../../ui/list/list-definition.ts'
import { PictureCell } from '../../ui/record/picture-cell.tsx'
import { useRoleChoices } from './use-role-choices.ts'
import { UserMenu } from './user-actions.tsx'
import type { UserList } from './users.queries.ts'

type Layout = Parameters<typeof defineList<User>>[1]['columns']

const first: Layout = {
  name: {
    width: 220,
    least: 190,
    cell: (user) => (
      <PictureCell
        shape="person"
        name={user.name}
        image={user.image}
        second={textOf(user.email) === null ? null : <Text value={user.email} clip />}
      />
    ),
  },
  email: { width: 240, hidden: true },
}
const phone: Layout = { phone: { width: 145, priority: 6, card: 'none' } }
const last: Layout = {
  status: {},
  shoppingFeedStatus: statusColumn<User>(
    'feed',
    'Shopping feed',
    (user) => feedState(user.shoppingFeedStatus),
    { priority: 4, named: true, card: 'field' },
  ),
  // Where another column takes its room, only the view menu shows it.
  location: { width: 125, priority: 8, hidden: true },
  lastActiveAt: { key: 'active', width: 125, priority: 7 },
  createdAt: { width: 125, priority: 9, card: 'none' },
  emailConfirmed: null,
  type: null,
  role: null,
  businessName: null,
}
/** The columns of each list. */
const columns: Record<UserList, Layout> = {
  admins: {
    ...first,
    role: textColumn<User>('role', 'Role', (user) => user.role?.name ?? user.role, {
      width: 130,
      priority: 3,
    }),
    ...phone,
    ...without(last, 'role'),
  },
  businessUsers: {
    ...first,
    businessName: { key: 'business', width: 150, priority: 5 },
    ...phone,
    ...without(last, 'businessName'),
  },
  members: { ...first, ...phone, ...last, location: { width: 125, priority: 8 } },
}

function without(layout: Layout, name: string): Layout {
  const { [name]: _, ...others } = layout
  return others
}

const exportAreas = { admins: 'admins', businessUsers: 'businessUsers', members: 'users' } as const

/** Admins come in by an invitation, never by a file. */
const imports: { [list in UserList]?: NonNullable<ListDefinition<User>['imports']> } = {
  members: { what: 'members', needs: [importNeeds.members] },
  businessUsers: {
    what: 'business-users',
    needs: [importNeeds.members, permission('Users', 'Business users', 'import')],
  },
}

const define = (list: UserList) =>
  defineList<User>(userFields, {
    list: lists[list],
    exports: exportAreas[list],
    ...(imports[list] && { imports: imports[list] }),
    searchHint: 'Search name, e-mail, phone',
    columns: columns[list],
    actions: (user) => <UserMenu user={user} />,
    filters: {
      status: {},
      ...(list === 'admins' && { role: { useChoices: useRoleChoices } }),
      shoppingFeedStatus: { choices: feedChoices },
    },
    title: (user) => textOf(user.name) ?? textOf(user.email) ?? 'Unnamed user',
  })

/** The three user lists. */
export const userDefinitions = {
  admins: define('admins'),
  businessUsers: define('businessUsers'),
  members: define('members'),
} as const
