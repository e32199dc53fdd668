import { permission } from '@steward/contract/permissions'
import { LinkTabs } from '../../ui/link-tabs.tsx'
import { ListScreen } from '../../ui/list/list-screen.tsx'
import { useCan } from '../../ui/permitted.tsx'
import { userDefinitions } from './user-definition.tsx'
import { UserRecord } from './user-record.tsx'
import { type UserList, userListOptions } from './users.queries.ts'

const lists = {
  admins: { to: '/users/admins', label: 'Admins', needs: permission('Users', 'Admins', 'list') },
  business: {
    to: '/users/business',
    label: 'Business users',
    needs: permission('Users', 'Business users', 'list'),
  },
  members: {
    to: '/users/members',
    label: 'Members',
    needs: permission('Users', 'Members', 'list'),
  },
} as const

/** The user lists: admins, business users, members; a tab for each that the role permits. */
export function UsersPage({ list }: { list: UserList }) {
  const can = useCan()
  const tabs = Object.values(lists).filter(({ needs }) => can(needs))
  return (
    <ListScreen
      key={list}
      title={lists[list].label}
      definition={userDefinitions[list]}
      options={userListOptions[list]}
      needs={lists[list].needs}
      tabs={<LinkTabs label="Users" tabs={tabs} />}
      drawer={({ record }) => <UserRecord user={record} list={list} />}
    />
  )
}
