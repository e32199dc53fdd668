import { Button } from '@mantine/core'
import { permission } from '@steward/contract/permissions'
import type { User } from '@steward/contract/users'
import { Link } from '@tanstack/react-router'
import { type Sparse, textOf } from '../../api/read.ts'
import { Permitted } from '../../ui/permitted.tsx'
import { Block, RecordTop } from '../../ui/record-fields.tsx'
import { StatusBadge } from '../../ui/status-badge.tsx'
import { AccountFields, ContactFields } from './user-fields.tsx'
import type { UserList } from './users.queries.ts'

const views = {
  admins: permission('Users', 'Admins', 'view'),
  business: permission('Users', 'Business users', 'view'),
  members: permission('Users', 'Members', 'view'),
} as const

/** A user, whole, in the drawer of their list. */
export function UserRecord({ user, list }: { user: Sparse<User>; list: UserList }) {
  const id = textOf(user._id) ?? textOf(user.id)
  return (
    <>
      <RecordTop shape="person" image={user.image} title={user.name}>
        <StatusBadge status={user.status} />
      </RecordTop>
      {id !== null && (
        <Permitted needs={views[list]}>
          <div>
            <Button
              variant="default"
              renderRoot={(props) => <Link to="/users/$id" params={{ id }} {...props} />}
            >
              Open page
            </Button>
          </div>
        </Permitted>
      )}
      <Block title="Contact">
        <ContactFields user={user} />
      </Block>
      <Block title="Account">
        <AccountFields user={user} />
      </Block>
    </>
  )
}
