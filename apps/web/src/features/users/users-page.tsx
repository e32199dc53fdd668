import { Button } from '@mantine/core'
import { t } from '@steward/i18n/reader'
import { IconPlus } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import type { User } from '../../api/answers/records.ts'
import { useHasCall } from '../../api/missing-calls.ts'
import { lists } from '../../shared/lists/lists.ts'
import { needed, newWords } from '../../shared/people/user-types.ts'
import { ListPage } from '../../shared/records/list-page.tsx'
import { useHasTrash, useIsTrash } from '../../shared/trash/has-trash.ts'
import { useCreateKey } from '../../ui/keys/create-key.ts'
import { drawerPart } from '../../ui/page/lazy-part.tsx'
import { Permitted, useCan } from '../../ui/permissions/permitted.tsx'
import { userDefinitions } from './user-definition.tsx'
import { UserTabs } from './user-tabs.tsx'
import { type UserList, userOptions } from './users.queries.ts'
import { userDeletion } from './users.writes.ts'

const EachRecord = drawerPart(
  async () => (await import('../../shared/records/each-record.tsx')).EachRecord<User>,
)
const GiveRole = drawerPart(async () => (await import('./give-role.tsx')).GiveRole)
const UserBulk = drawerPart(async () => (await import('./user-bulk.tsx')).UserBulk)
const UserRecord = drawerPart(async () => (await import('./user-fields.tsx')).UserRecord)

const typeOfList = { admins: 'admin', businessUsers: 'business', members: 'member' } as const

export function UsersPage({ list }: { list: UserList }) {
  const type = typeOfList[list]
  const deleted = useIsTrash(lists[list])
  const hasTrash = useHasTrash()
  const hasJobs = useHasCall('jobs.create')
  const createKey = useCreateKey()
  const mayView = useCan()(needed(type, 'view'))
  return (
    <ListPage
      key={list}
      definition={userDefinitions[list]}
      tabs={<UserTabs />}
      actions={
        <Permitted needs={needed(type, 'create')}>
          <Button
            variant="filled"
            {...createKey}
            leftSection={<IconPlus size="1rem" aria-hidden />}
            renderRoot={(props) => <Link to="/users/new" search={{ type }} {...props} />}
          >
            {t(newWords[type])}
          </Button>
        </Permitted>
      }
      one={
        mayView
          ? (id, asOf) => userOptions(id, asOf ?? undefined, hasTrash ? 'all' : undefined)
          : null
      }
      bulkByRow={!hasJobs}
      bulk={(chosen) =>
        hasJobs ? (
          <UserBulk chosen={chosen} type={type} deleted={deleted} />
        ) : deleted ? (
          <EachRecord of={userDeletion} chosen={chosen} />
        ) : (
          list === 'admins' && <GiveRole chosen={chosen} />
        )
      }
      drawer={({ record }, close) => <UserRecord user={record} close={close} />}
    />
  )
}

export const AdminsPage = () => <UsersPage list="admins" />
export const BusinessUsersPage = () => <UsersPage list="businessUsers" />
export const MembersPage = () => <UsersPage list="members" />
