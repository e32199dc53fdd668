import { msg, t } from '@steward/i18n/reader'
import { hasCall, useMissingCalls } from '../../api/missing-calls.ts'
import { PersonalDataMenu } from '../../features/privacy/person-menu.tsx'
import { UserPage } from '../../features/users/user-page.tsx'
import { LinkTab, LinkTabs } from '../../ui/links/link-tabs.tsx'
import { needsOf } from '../../ui/permissions/needs-of.ts'
import { useCan } from '../../ui/permissions/permitted.tsx'
import { personLists } from './lists-of-person.ts'

const tabs = [
  { to: '/users/$id', label: msg('Profile'), call: 'users.details' },
  ...Object.values(personLists).map(({ path, title, call }) => ({
    to: `/users/$id${path}` as const,
    label: title,
    call,
  })),
  { to: '/users/$id/activity', label: msg('Activity'), call: 'users.activity' },
  { to: '/users/$id/history', label: msg('History'), call: 'auditLog.list' },
] as const

/** The page of a person, with a tab for each area of theirs that the role permits. */
export function PersonPage() {
  const can = useCan()
  useMissingCalls()
  const permitted = tabs.filter(({ call }) => needsOf(call).some(can) && hasCall(call))
  return (
    <UserPage
      personalData={(user) => <PersonalDataMenu user={user} />}
      tabs={(id) => (
        <LinkTabs label={t('Parts of this person')}>
          {permitted.map(({ to, label }) => (
            <LinkTab key={to} to={to} params={{ id }} search={({ asOf }) => ({ asOf })}>
              {t(label)}
            </LinkTab>
          ))}
        </LinkTabs>
      )}
    />
  )
}
