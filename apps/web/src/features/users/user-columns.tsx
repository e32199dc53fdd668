import { msg, t } from '@steward/i18n/reader'
import type { User } from '../../api/answers/records.ts'
import { feedState } from '../../shared/people/feed-state.ts'
import { Text } from '../../ui/format/text.tsx'
import type { Column } from '../../ui/list/definition/list-definition.ts'
import { statusColumn, textColumn, timeColumn } from '../../ui/list/table/columns.tsx'
import { PictureCell } from '../../ui/record/picture-cell.tsx'

const person: Column<User> = {
  key: 'name',
  label: msg('Name'),
  width: 220,
  least: 190,
  sort: 'name',
  cell: (user) => (
    <PictureCell shape="person" name={user.name} image={user.image} second={secondLine(user)} />
  ),
  text: (user) => user.name ?? '',
}
/** The address below the name; of a service account, what it is. */
function secondLine({ email, service }: User) {
  if (service) return t('Service account')
  return email ? <Text value={email} clip /> : null
}

const email = textColumn<User>('email', msg('E-mail'), (user) => user.email, {
  width: 240,
  sort: 'email',
  hidden: true,
})
const phone = textColumn<User>('phone', msg('Phone'), (user) => user.phone, {
  width: 145,
  priority: 6,
  card: 'none',
})
const role = textColumn<User>('role', msg('Role'), (user) => user.role?.name, {
  width: 130,
  priority: 3,
})
const business = textColumn<User>('business', msg('Business'), (user) => user.businessName, {
  exported: 'businessName',
  width: 150,
  priority: 5,
})
const status = statusColumn<User>('status', msg('Status'), (user) => user.status)
const feed = statusColumn<User>(
  'feed',
  msg('Shopping feed'),
  (user) => feedState(user.shoppingFeedStatus),
  {
    exported: 'shoppingFeedStatus',
    priority: 4,
    named: true,
    card: 'field',
  },
)
const place = textColumn<User>('location', msg('Location'), (user) => user.location, {
  width: 125,
  priority: 8,
})
/** The place column, hidden where another column needs its room; the view menu shows it. */
const placeHidden = { ...place, hidden: true }
const active = timeColumn<User>('active', msg('Last active'), (user) => user.lastActiveAt, {
  exported: 'lastActiveAt',
  width: 125,
  priority: 7,
  sort: 'lastActiveAt',
  sortName: msg('last activity'),
})
const created = timeColumn<User>('created', msg('Created'), (user) => user.createdAt, {
  exported: 'createdAt',
  width: 125,
  priority: 9,
  card: 'none',
  sort: 'createdAt',
})

/**
 * The columns of the user lists. Written out, since the first rows are drawn by them (app/start/first-rows.tsx):
 * derived from the fields, they would load all of those before.
 */
export const userColumns = {
  admins: [person, email, role, phone, status, feed, placeHidden, active, created],
  businessUsers: [person, email, business, phone, status, feed, placeHidden, active, created],
  members: [person, email, phone, status, feed, place, active, created],
} as const
