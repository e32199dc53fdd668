import { userFields } from '@steward/contract/users/users.fields'
import { t } from '@steward/i18n/reader'
import type { User } from '../../api/answers/records.ts'
import { RecordHistory } from '../../shared/history/record-history.tsx'
import { feedState } from '../../shared/people/feed-state.ts'
import {
  accountWord,
  addressProof,
  isUnconfirmed,
  mayDo,
  typeOf,
  userTypes,
} from '../../shared/people/user-types.ts'
import { Text } from '../../ui/format/text.tsx'
import { FilterLink } from '../../ui/list/filters/filter-link.tsx'
import { useCan } from '../../ui/permissions/permitted.tsx'
import { FieldList } from '../../ui/record/field-list.tsx'
import { Block, Leaving, RecordTop } from '../../ui/record/record-fields.tsx'
import { StatusBadge } from '../../ui/record/status-badge.tsx'
import { roleSource } from './role-source.ts'
import { UserButtons } from './user-actions.tsx'

type Props = { user: User }

/** A link to users with the same e-mail domain and type, if the person may list them. */
function SameDomain({ user }: Props) {
  const can = useCan()
  const domain = /@([^@\s]+)$/.exec(user.email ?? '')?.[1]
  if (domain === undefined || !mayDo(can, user, 'list')) return null
  return (
    <FilterLink to={userTypes[typeOf(user)].path} search={{ search: `@${domain}` }}>
      {t('Others with this e-mail domain')}
    </FilterLink>
  )
}

export const ContactFields = ({ user }: Props) => (
  <FieldList
    fields={userFields}
    record={user}
    isPart
    only={[
      'email',
      ...(isUnconfirmed(user) ? ['emailConfirmed'] : []),
      'phone',
      'businessName',
      'location',
      'about',
    ]}
    own={{
      email: (
        <div className="flex wrap on-baseline" style={{ gap: '2px 12px' }}>
          <Text value={user.email} />
          <SameDomain user={user} />
        </div>
      ),
      emailConfirmed: <StatusBadge status={addressProof(user)} />,
    }}
  />
)

/** The role, and where it comes from if it isn't decided here. */
function RoleOf({ user }: Props) {
  const provider = roleSource(user)
  return (
    <div className="grid one-column">
      <Text value={user.role?.name} />
      {provider && <span className="dim">{t('Role from {provider}', { provider })}</span>}
    </div>
  )
}

export const AccountFields = ({ user }: Props) => (
  <FieldList
    fields={userFields}
    record={user}
    only={[
      'type',
      ...(user.type === 'admin' || user.role ? ['role'] : []),
      'status',
      'shoppingFeedStatus',
      'lastActiveAt',
    ]}
    own={{
      type: <Text value={accountWord(user)} />,
      role: <RoleOf user={user} />,
      shoppingFeedStatus: <StatusBadge status={feedState(user.shoppingFeedStatus)} />,
    }}
  />
)

export function UserRecord({ user, close }: { user: User; close: () => void }) {
  return (
    <Leaving on={false}>
      <RecordTop shape="person" image={user.image} title={user.name}>
        <StatusBadge status={user.status} />
      </RecordTop>
      <UserButtons user={user} close={close} />
      <Block title={t('Contact')}>
        <ContactFields user={user} />
      </Block>
      <Block title={t('Account')}>
        <AccountFields user={user} />
      </Block>
      <RecordHistory id={user._id} />
    </Leaving>
  )
}
