import { permission } from '@steward/contract/permissions/permissions'
import { useQuery } from '@tanstack/react-query'
import { useHasCall } from '../../api/missing-calls.ts'
import { useDefaultSearches } from '../../shared/saved-views/default-views.store.ts'
import { useBehindFirstRows } from '../../shared/saved-views/saved-views.queries.ts'
import { LinkTab, LinkTabs } from '../../ui/page/link-tabs.tsx'
import { useCan } from '../../ui/permissions/permitted.tsx'
import { CountBadge } from '../../ui/record/count-badge.tsx'
import { waitingCountOptions } from './waiting.queries.ts'

/** The user lists; what each is called, and what it needs. */
const userTabs = {
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
  waiting: {
    to: '/users/waiting',
    label: 'Registrations',
    needs: permission('Users', 'Admins', 'status'),
  },
} as const

/** A tab for each user list that the role permits; how many wait is to be seen on theirs. */
export function UserTabs() {
  const can = useCan()
  const has = useHasCall('accounts.listWaiting')
  const decides = has && can(userTabs.waiting.needs)
  const defaultOf = useDefaultSearches()
  const isBehind = useBehindFirstRows()
  const { data: waiting } = useQuery(waitingCountOptions(decides && isBehind))
  const tabs = Object.values(userTabs).filter(
    ({ to, needs }) => can(needs) && (has || to !== userTabs.waiting.to),
  )
  return (
    <LinkTabs label="Users">
      {tabs.map(({ to, label }) => (
        <LinkTab key={to} to={to} search={{} as never} {...defaultOf(to)}>
          {label}
          {to === userTabs.waiting.to && <CountBadge count={waiting} of="to review" />}
        </LinkTab>
      ))}
    </LinkTabs>
  )
}
