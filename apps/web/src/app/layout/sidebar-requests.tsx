import { t } from '@steward/i18n/reader'
import { useQuery } from '@tanstack/react-query'
import { Link, useLocation } from '@tanstack/react-router'
import { useHasCall } from '../../api/missing-calls.ts'
import { openConsents } from '../../shared/consents/consents.queries.ts'
import { ownLoansOptions } from '../../shared/loans/loans.queries.ts'
import { CountBadge } from '../../ui/record/count-badge.tsx'
import { approvals, requests } from '../places.ts'
import classes from './sidebar.module.css'

/** What colleagues ask of each other, below the areas; loaded behind the first rows. */
export function SidebarRequests() {
  return (
    <ul className="grid one-column gap-2">
      <Approvals />
      <Requests />
    </ul>
  )
}

/** Leads to what needs a second person, where there are rules, requests, or an owner who can set some. */
function Approvals() {
  const has = useHasCall('consents.open')
  const { data } = useQuery({ ...openConsents, enabled: has })
  if (!data?.offered) return null
  const count = data.forMe + data.mine.filter(({ status }) => status === 'agreed').length
  return (
    <Entry
      place={approvals}
      count={count}
      // i18n: follows the number
      of={t('{count, plural, one {request} other {requests}} for consent to look at', { count })}
    />
  )
}

/** Requests for permissions, which everybody has where the server has them. */
function Requests() {
  const { data } = useQuery(ownLoansOptions(false))
  if (!data) return null
  const count = data.toDecide
  return (
    <Entry
      place={requests}
      count={count}
      // i18n: follows the number
      of={t('{count, plural, one {request} other {requests}} to decide', { count })}
    />
  )
}

function Entry(props: { place: typeof approvals | typeof requests; count: number; of: string }) {
  const { to, label, icon: Icon } = props.place
  const path = useLocation({ select: (location) => location.pathname })
  return (
    <li>
      <Link
        to={to}
        className={classes.entry}
        aria-current={path.startsWith(to) ? 'page' : undefined}
      >
        <Icon aria-hidden size="1.125rem" stroke={1.6} />
        {t(label)}
        <CountBadge count={props.count} of={props.of} />
      </Link>
    </li>
  )
}
