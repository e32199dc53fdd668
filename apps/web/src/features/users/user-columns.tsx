import type { User } from '@steward/contract/users/users'
import { userFields } from '@steward/contract/users/users.fields'
import { textOf } from '../../api/read.ts'
import { feedState } from '../../shared/people/feed-state.ts'
import { Text } from '../../ui/format/text.tsx'
import { statusColumn, textColumn } from '../../ui/list/table/columns.tsx'
import { columnsFor, type Layout } from '../../ui/list/table/field-columns.tsx'
import { PictureCell } from '../../ui/record/picture-cell.tsx'

const first: Layout<User> = {
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
const phone: Layout<User> = { phone: { width: 145, priority: 6, card: 'none' } }
const last: Layout<User> = {
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
/** The columns of each list; the first rows are drawn by them (app/start/first-rows.tsx). */
export const userColumns = {
  admins: columnsFor(userFields, {
    ...first,
    role: textColumn<User>('role', 'Role', (user) => user.role?.name ?? user.role, {
      width: 130,
      priority: 3,
    }),
    ...phone,
    ...without(last, 'role'),
  }),
  businessUsers: columnsFor(userFields, {
    ...first,
    businessName: { key: 'business', width: 150, priority: 5 },
    ...phone,
    ...without(last, 'businessName'),
  }),
  members: columnsFor(userFields, {
    ...first,
    ...phone,
    ...last,
    location: { width: 125, priority: 8 },
  }),
}

function without(layout: Layout<User>, name: string): Layout<User> {
  const { [name]: _, ...others } = layout
  return others
}
