import { msg } from '@steward/i18n/reader'
import { type Icon, IconHandStop, IconListCheck, IconUsersGroup } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { useMissingCalls } from '../api/missing-calls.ts'
import { openConsents } from '../shared/consents/consents.queries.ts'
import { lists } from '../shared/lists/lists.ts'
import { ownLoansOptions } from '../shared/loans/loans.queries.ts'
import { mayReview } from '../shared/permissions/may-review.ts'
import { useCan } from '../ui/permissions/permitted.tsx'
import { type PagePath, placesFor } from './areas.ts'

/** A page that the palette leads to, and `g` with a letter. */
export interface Place {
  label: string
  icon: Icon
  /** The letter that leads there, after `g`. */
  key: string
  to: PagePath | typeof lists.accessReview.path | '/approvals' | '/requests'
}

const accessReview: Place = {
  label: msg('Access review'),
  icon: IconListCheck,
  key: 'w',
  to: lists.accessReview.path,
}

/** What needs a second person: offered where there are rules, requests, or an owner who can set some. */
export const approvals = {
  label: msg('Approvals'),
  icon: IconUsersGroup,
  key: 'v',
  to: '/approvals',
} as const

/** Requests for permissions, which everybody has where the server has them. */
export const requests = {
  label: msg('Requests'),
  icon: IconHandStop,
  key: 'q',
  to: '/requests',
} as const

/** All pages that this person can go to, as far as is known: those of the sidebar, and the access review. */
export function usePlaces(): readonly Place[] {
  const can = useCan()
  // What the server lacks is found out one by one.
  const missing = useMissingCalls((state) => state.missing)
  // Both are asked for by the sidebar.
  const { data: consents } = useQuery({ ...openConsents, enabled: false })
  const { data: loans } = useQuery(ownLoansOptions(false))
  const [hasApprovals, hasRequests] = [consents?.offered === true, loans !== undefined]
  return useMemo(
    () =>
      // It is read again once more is known of the server.
      missing && [
        ...placesFor(can).flatMap(({ places }) => places.map(({ area, to }) => ({ ...area, to }))),
        ...(mayReview(can) ? [accessReview] : []),
        ...(hasApprovals ? [approvals] : []),
        ...(hasRequests ? [requests] : []),
      ],
    [can, missing, hasApprovals, hasRequests],
  )
}
