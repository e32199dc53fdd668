import { areas } from '@steward/contract/areas'
import { importNeeds } from '@steward/contract/imports.routes'
import { permission } from '@steward/contract/permissions'
import type { User } from '@steward/contract/users'
import { textOf } from '../../api/read.ts'
import { lists } from '../../shared/list/lists.ts'
import { feedChoices, feedState } from '../../shared/people/feed-state.ts'
import { Text } from '../../ui/format/text.tsx'
import {
  actionsColumn,
  choicesOf,
  statusColumn,
  textColumn,
  timeColumn,
} from '../../ui/list/columns.tsx'
import type { Column, Filter, ListDefinition } from '../../ui/list/list-definition.ts'
import { PictureCell } from '../../ui/record/picture-cell.tsx'
import { useRoleChoices } from './use-role-choices.ts'
import { UserMenu } from './user-actions.tsx'
import type { UserList } from './users.queries.ts'

const person: Column<User> = {
  key: 'name',
  label: 'Name',
  width: 220,
  least: 190,
  sort: 'name',
  cell: (user) => (
    <PictureCell
      shape="person"
      name={user.name}
      image={user.image}
      second={textOf(user.email) === null ? null : <Text value={user.email} clip />}
    />
  ),
  text: (user) => textOf(user.name) ?? '',
}
const email = textColumn<User>('email', 'E-mail', (user) => user.email, {
  width: 240,
  sort: 'email',
  hidden: true,
})
const phone = textColumn<User>('phone', 'Phone', (user) => user.phone, {
  width: 145,
  priority: 6,
  card: 'none',
})
const role = textColumn<User>('role', 'Role', (user) => user.role?.name ?? user.role, {
  width: 130,
  priority: 3,
})
const business = textColumn<User>('business', 'Business', (user) => user.businessName, {
  width: 150,
  priority: 5,
})
const status = statusColumn<User>('status', 'Status', (user) => user.status)
const feed = statusColumn<User>(
  'feed',
  'Shopping feed',
  (user) => feedState(user.shoppingFeedStatus),
  {
    priority: 4,
    named: true,
    card: 'field',
  },
)
const actions = actionsColumn<User>((user) => <UserMenu user={user} />)
const place = textColumn<User>('location', 'Location', (user) => user.location, {
  width: 125,
  priority: 8,
})
/** Where another column takes its room; the view menu shows it. */
const placeHidden = { ...place, hidden: true }
const active = timeColumn<User>('active', 'Last active', (user) => user.lastActiveAt, {
  width: 125,
  priority: 7,
  sort: 'lastActiveAt',
})
const created = timeColumn<User>('created', 'Created', (user) => user.createdAt, {
  width: 125,
  priority: 9,
  card: 'none',
  sort: 'createdAt',
})

const byStatus: Filter<User> = {
  kind: 'choices',
  key: 'status',
  label: 'Status',
  choices: choicesOf(areas.users.statuses),
}
const byFeed: Filter<User> = {
  kind: 'choices',
  key: 'shoppingFeedStatus',
  label: 'Shopping feed',
  choices: feedChoices,
}
const byRole: Filter<User> = {
  kind: 'loaded',
  key: 'role',
  label: 'Role',
  useChoices: useRoleChoices,
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

const define = (
  list: UserList,
  columns: Column<User>[],
  filters: Filter<User>[],
): ListDefinition<User> => ({
  list: lists[list],
  exports: {
    area: exportAreas[list],
    columns: {
      business: 'businessName',
      feed: 'shoppingFeedStatus',
      active: 'lastActiveAt',
      created: 'createdAt',
    },
  },
  ...(imports[list] && { imports: imports[list] }),
  searchHint: 'Search name, e-mail, phone',
  searched: (user) => [user.name, user.email, user.phone, user.businessName],
  columns: [...columns, actions],
  filters,
  title: (user) => textOf(user.name) ?? textOf(user.email) ?? 'Unnamed user',
})

/** The three user lists. */
export const userDefinitions = {
  admins: define(
    'admins',
    [person, email, role, phone, status, feed, placeHidden, active, created],
    [byStatus, byRole, byFeed],
  ),
  businessUsers: define(
    'businessUsers',
    [person, email, business, phone, status, feed, placeHidden, active, created],
    [byStatus, byFeed],
  ),
  members: define(
    'members',
    [person, email, phone, status, feed, place, active, created],
    [byStatus, byFeed],
  ),
} as const
