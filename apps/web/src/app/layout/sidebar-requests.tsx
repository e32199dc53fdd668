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
    <>
      <Approvals />
      <Requests />
    </>
  )
}

/** Leads to what needs a second person, where there are rules, requests, or an owner who can set some. */
function Approvals() {
  const has = useHasCall('consents.open')
  const { data } = useQuery({ ...openConsents, enabled: has })
  const path = useLocation({ select: (location) => location.pathname })
  if (!data?.offered) return null
  const agreed = data.mine.filter(({ status }) => status === 'agreed').length
  return (
    <ul className="grid one-column gap-2">
      <li>
        <Link
          to={approvals.to}
          className={classes.entry}
          aria-current={path.startsWith(approvals.to) ? 'page' : undefined}
        >
          <approvals.icon aria-hidden size="1.125rem" stroke={1.6} />
          {t(approvals.label)}
          {/* i18n: follows a number */}
          <CountBadge count={data.forMe + agreed} of={t('requests for consent to look at')} />
        </Link>
      </li>
    </ul>
  )
}

/** Requests for permissions, which everybody has where the server has them. */
function Requests() {
  const { data } = useQuery(ownLoansOptions(false))
  const path = useLocation({ select: (location) => location.pathname })
  if (!data) return null
  return (
    <ul className="grid one-column gap-2">
      <li>
        <Link
          to={requests.to}
          className={classes.entry}
          aria-current={path.startsWith(requests.to) ? 'page' : undefined}
        >
          <requests.icon aria-hidden size="1.125rem" stroke={1.6} />
          {t(requests.label)}
          {/* i18n: follows a number */}
          <CountBadge count={data.toDecide} of={t('requests to decide')} />
        </Link>
      </li>
    </ul>
  )
}
