import { t } from '@steward/i18n/reader'
import { useQuery } from '@tanstack/react-query'
import { useHasCall } from '../../api/missing-calls.ts'
import { needed, typesFor, userTypes } from '../../shared/people/user-types.ts'
import { useDefaultSearches } from '../../shared/saved-views/default-views.store.ts'
import { useBehindFirstRows } from '../../shared/saved-views/saved-views.queries.ts'
import { LinkTab, LinkTabs } from '../../ui/links/link-tabs.tsx'
import { useCan } from '../../ui/permissions/permitted.tsx'
import { CountBadge } from '../../ui/record/count-badge.tsx'
import { waitingCountOptions } from './waiting.queries.ts'

export function UserTabs() {
  const can = useCan()
  const decides = useHasCall('accounts.listWaiting') && can(needed('admin', 'status'))
  const defaultOf = useDefaultSearches()
  const isBehind = useBehindFirstRows()
  const { data: waiting } = useQuery(waitingCountOptions(decides && isBehind))
  return (
    <LinkTabs label={t('Users')}>
      {typesFor(can, 'list').map((type) => {
        const { path, title } = userTypes[type]
        return (
          <LinkTab key={type} to={path} search={{} as never} {...defaultOf(path)}>
            {t(title)}
          </LinkTab>
        )
      })}
      {decides && (
        <LinkTab to="/users/waiting" search={{} as never} {...defaultOf('/users/waiting')}>
          {t('Registrations')}
          {/* i18n: follows a number: “3 to review” */}
          <CountBadge count={waiting} of={t('to review')} />
        </LinkTab>
      )}
    </LinkTabs>
  )
}
