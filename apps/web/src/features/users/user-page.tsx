import { t } from '@steward/i18n/reader'
import { useQuery } from '@tanstack/react-query'
import { Link, Outlet, useParams } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import type { User } from '../../api/answers/records.ts'
import { OpenRecord } from '../../shared/live/open-record.tsx'
import {
  accountWord,
  mayDo,
  nameOf,
  needed,
  typeOf,
  userTypes,
} from '../../shared/people/user-types.ts'
import { RecordFailed } from '../../shared/permissions/record-failed.tsx'
import { MomentPicker } from '../../shared/time-travel/moment-picker.tsx'
import { PastBanner } from '../../shared/time-travel/past-banner.tsx'
import { useHasPast, usePastMoment } from '../../shared/time-travel/past-moment.ts'
import { ReadOnly } from '../../shared/time-travel/read-only.tsx'
import { Picture } from '../../ui/image/picture.tsx'
import { PageMessage } from '../../ui/page/page-message.tsx'
import { BackLink, PageSection, PageSkeleton, RecordPage } from '../../ui/page/record-page.tsx'
import { needsOf } from '../../ui/permissions/needs-of.ts'
import { Permitted, useCan } from '../../ui/permissions/permitted.tsx'
import { StatusBadge } from '../../ui/record/status-badge.tsx'
import { UserButtons } from './user-actions.tsx'
import { AccountFields, ContactFields } from './user-fields.tsx'
import classes from './users.module.css'
import { userOptions } from './users.queries.ts'

/** Lets a user's page show a time in the past. */
const person = { past: true } as const

/** One user on a page of their own, with `tabs` for its parts. */
export function UserPage(props: {
  tabs: (id: string) => ReactNode
  /** What can be done with the personal data of the user. */
  personalData: (user: User) => ReactNode
}) {
  const { tabs, personalData } = props
  const { id } = useParams({ from: '/guarded/users/$id' })
  const asOf = usePastMoment(person)
  const query = useQuery(userOptions(id, asOf ?? undefined))
  if (query.isError)
    return (
      <>
        {asOf !== null && <PastBanner asOf={asOf} />}
        <RecordFailed query={query} what="person" needs={needed('member', 'view')} />
      </>
    )
  const user = query.data
  if (user)
    return (
      <ReadOnly when={asOf !== null}>
        <Loaded user={user} asOf={asOf} tabs={tabs(id)} personalData={personalData(user)} />
      </ReadOnly>
    )
  return query.fetchStatus === 'paused' ? (
    <PageMessage title={t('Not loaded yet')}>
      <p>{t('This person loads automatically once you are back online.')}</p>
    </PageMessage>
  ) : (
    <PageSkeleton />
  )
}

function Loaded(props: {
  user: User
  asOf: string | null
  tabs: ReactNode
  personalData: ReactNode
}) {
  const { user, asOf, tabs } = props
  const can = useCan()
  const hasPast = useHasPast()
  const name = nameOf(user)
  const { path, title } = userTypes[typeOf(user)]
  return (
    <RecordPage
      back={mayDo(can, user, 'list') && <BackLink to={path} label={t(title)} />}
      title={name}
      picture={<Picture shape="person" src={user.image ?? null} name={name} size={64} />}
      below={
        <>
          <span>{accountWord(user)}</span>
          <StatusBadge status={user.status} />
          {hasPast && <MomentPicker of={t('this person')} asOf={asOf} />}
        </>
      }
      actions={
        <div className="flex wrap gap-8">
          <UserButtons user={user} onPage />
          {asOf === null && props.personalData}
        </div>
      }
    >
      <OpenRecord area="users" id={user._id} title={name} type={user.type}>
        {asOf !== null && <PastBanner asOf={asOf} />}
        {tabs}
        <Outlet />
      </OpenRecord>
    </RecordPage>
  )
}

/** The first tab of a user's page; `signIn` draws how an admin signs in, `furtherRoles` their roles until a time. */
export function UserProfile(props: {
  signIn?: (user: User) => ReactNode
  furtherRoles?: (user: User) => ReactNode
}) {
  const { id } = useParams({ from: '/guarded/users/$id' })
  const { data: user } = useQuery(userOptions(id, usePastMoment(person) ?? undefined))
  if (!user) return null
  return (
    <div className={classes.parts}>
      <PageSection title={t('Contact')}>
        <ContactFields user={user} />
      </PageSection>
      <PageSection title={t('Account')}>
        <AccountFields user={user} />
      </PageSection>
      {props.furtherRoles && user.type === 'admin' && !user.service && (
        <Permitted needs={needed('admin', 'view')}>
          <PageSection title={t('Temporary roles')}>{props.furtherRoles(user)}</PageSection>
        </Permitted>
      )}
      {props.signIn && user.type === 'admin' && (
        <Permitted needs={needed('admin', 'view')}>
          <PageSection title={t('Sign-in')}>
            {user.service ? <KeysLink /> : props.signIn(user)}
          </PageSection>
        </Permitted>
      )}
    </div>
  )
}

/** A service account signs in by its keys. */
const KeysLink = () => (
  <Permitted needs={needsOf('serviceAccounts.list')}>
    <Link to="/integrations/$part" params={{ part: 'keys' }} className="link">
      {t('Keys of this account')}
    </Link>
  </Permitted>
)
