import { Table } from '@mantine/core'
import { count, t } from '@steward/i18n/reader'
import { needed } from '../../shared/people/user-types.ts'
import '@mantine/core/styles/Table.css'
import { useQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { toFailure } from '../../api/failure.ts'
import { useHasCall } from '../../api/missing-calls.ts'
import { RecordFailed } from '../../shared/permissions/record-failed.tsx'
import { rich } from '../../ui/format/rich.tsx'
import { Text } from '../../ui/format/text.tsx'
import { Time } from '../../ui/format/time.tsx'
import { countedDayText } from '../../ui/format/time-text.ts'
import { PageMessage } from '../../ui/page/page-message.tsx'
import { PageSection } from '../../ui/page/record-page.tsx'
import classes from './users.module.css'
import { activityOptions } from './users.queries.ts'

/** What a user did lately: requests day by day, by permission, and when they signed in. */
export function UserActivityPage() {
  const { id } = useParams({ from: '/guarded/users/$id' })
  const has = useHasCall('users.activity')
  const query = useQuery({ ...activityOptions(id), enabled: has })
  // The user exists, as this is their page; what is missing is the record of what they did.
  if (!has || (query.error && [404, 405, 501].includes(toFailure(query.error).status)))
    return (
      <PageMessage title={t('No activity recorded')}>
        <p>{t('This server doesn’t record when people sign in or what they use.')}</p>
      </PageMessage>
    )
  if (query.isError)
    return <RecordFailed query={query} what="activity" needs={needed('member', 'view')} />
  if (!query.data) return <p role="status">{t('Loading…')}</p>
  const days = query.data.days
  const uses = query.data.uses
  const signIns = query.data.signIns
  const most = Math.max(1, ...days)
  const sum = days.reduce((all, each) => all + each, 0)
  return (
    <div className={classes.parts}>
      <div className="grid gap-16">
        <PageSection title={t('Last 30 days')}>
          <p className="dim">
            {rich('{count, plural, one {# request} other {# requests}} · last active {time}', {
              count: sum,
              time: <Time at={query.data.lastActiveAt} />,
            })}
          </p>
          <div className={classes.days} aria-hidden="true">
            {days.map((requests, day) => (
              <i
                // biome-ignore lint/suspicious/noArrayIndexKey: a day is its place
                key={day}
                data-some={requests > 0 || undefined}
                style={{ height: `${(requests / most) * 100}%` }}
              />
            ))}
          </div>
          <p className="flex between dim xs mt-4">
            <span>{countedDayText(query.data.since)}</span>
            <span>{t('today')}</span>
          </p>
        </PageSection>
        <PageSection title={t('Sign-ins')}>
          {signIns.length === 0 ? (
            <p className="dim">{t('None in the last 90 days.')}</p>
          ) : (
            <Table
              style={{ overflowWrap: 'anywhere' }}
              data={{
                head: [
                  t('When'),
                  t('Address', {}, 'in a network'),
                  t('With', {}, 'the browser of a sign-in'),
                ],
                body: signIns.map(({ at, ip, userAgent }) => [
                  <Time key="at" at={at} />,
                  <Text key="ip" value={ip} />,
                  <Text key="browser" value={browserWord(userAgent)} />,
                ]),
              }}
            />
          )}
        </PageSection>
      </div>
      <PageSection title={t('Permissions used')}>
        {uses.length === 0 ? (
          <p className="dim">{t('No activity in this period.')}</p>
        ) : (
          <Table
            style={{ overflowWrap: 'anywhere' }}
            data={{
              head: [t('Permission'), t('Requests'), t('Last', {}, 'the last day')],
              body: uses.map(({ permission, requests, lastDay }) => [
                <Text
                  key="permission"
                  value={[permission?.submodule, permission?.action]
                    .flatMap((name) => (name ? t(name) : []))
                    .join(' · ')}
                />,
                count(requests ?? 0),
                countedDayText(lastDay),
              ]),
            }}
          />
        )}
      </PageSection>
    </div>
  )
}

const browsers = [
  { pattern: 'Edg/', name: 'Edge' },
  { pattern: 'OPR/', name: 'Opera' },
  { pattern: 'Firefox/', name: 'Firefox' },
  { pattern: 'Chrome/', name: 'Chrome' },
  { pattern: 'Safari/', name: 'Safari' },
]
const systems = [
  { pattern: 'Android', name: 'Android' },
  { pattern: 'iPhone', name: 'iPhone' },
  { pattern: 'iPad', name: 'iPad' },
  { pattern: 'Windows', name: 'Windows' },
  { pattern: 'Mac OS', name: 'Mac' },
  { pattern: 'Linux', name: 'Linux' },
]

/** A browser and its system, as far as they can be recognised: `Firefox on Linux`. */
function browserWord(userAgent: string | null): string | null {
  if (userAgent === null) return null
  const isIn = ({ pattern }: { pattern: string }) => userAgent.includes(pattern)
  const browser = browsers.find(isIn)?.name
  const system = systems.find(isIn)?.name
  if (!browser) return userAgent.slice(0, 60)
  // i18n: “Firefox on Linux”
  return system ? t('{browser} on {system}', { browser, system }) : browser
}
