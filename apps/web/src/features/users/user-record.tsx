import type { User } from '../../api/records.ts'
import { RecordHistory } from '../../shared/audit-log/record-history.tsx'
import { Block, Leaving, RecordTop } from '../../ui/record/record-fields.tsx'
import { StatusBadge } from '../../ui/record/status-badge.tsx'
import { UserButtons } from './user-actions.tsx'
import { AccountFields, ContactFields } from './user-fields.tsx'

export function UserRecord({ user, close }: { user: User; close: () => void }) {
  return (
    <Leaving on={false}>
      <RecordTop shape="person" image={user.image} title={user.name}>
        <StatusBadge status={user.status} />
      </RecordTop>
      <UserButtons user={user} close={close} />
      <Block title="Contact">
        <ContactFields user={user} />
      </Block>
      <Block title="Account">
        <AccountFields user={user} />
      </Block>
      <RecordHistory id={user._id} />
    </Leaving>
  )
}
