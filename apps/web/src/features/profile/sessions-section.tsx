import { Button } from '@mantine/core'
import type { SignedIn } from '@steward/contract/accounts/profile'
import { t } from '@steward/i18n/reader'
import { IconDeviceDesktop, IconDeviceMobile } from '@tabler/icons-react'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { call } from '../../api/client.ts'
import { said } from '../../api/said.ts'
import { ConfirmDialog } from '../../ui/dialog/dialog.tsx'
import { rich } from '../../ui/format/rich.tsx'
import { Time } from '../../ui/format/time.tsx'
import { toast } from '../../ui/messages/messages.tsx'
import { Item, Items, Section, SectionState } from '../../ui/page/section.tsx'
import { ownSessions } from './profile.queries.ts'
import classes from './profile-page.module.css'

export function SessionsSection() {
  const { data: sessions, error, refetch } = useQuery(ownSessions)
  const [ending, setEnding] = useState<SignedIn | 'others' | null>(null)
  const others = sessions?.filter(({ current }) => !current) ?? []
  return (
    <Section
      title={t('Where you are signed in')}
      hint={t(
        'If you don’t recognize a session, sign it out and change your password. The number of sessions is limited: the oldest ends when you sign in once more.',
      )}
    >
      {sessions ? (
        <Items label={t('Sessions')}>
          {sessions.map((session) => (
            <Item
              key={session._id}
              icon={<DeviceIcon device={session.device} />}
              title={
                <>
                  <bdi>{deviceText(session)}</bdi>{' '}
                  {session.current && <span className={classes.mark}>{t('This session')}</span>}
                </>
              }
              actions={
                !session.current && (
                  <Button
                    aria-label={t('Sign out: {device}', { device: deviceText(session) })}
                    onClick={() => setEnding(session)}
                  >
                    {t('Sign out')}
                  </Button>
                )
              }
            >
              <span>
                {rich('{address} · last seen {seen} · signed in {signedIn}', {
                  address: session.ip ?? t('Address unknown'),
                  seen: <Time at={session.lastSeenAt} />,
                  signedIn: <Time at={session.createdAt} />,
                })}
              </span>
            </Item>
          ))}
        </Items>
      ) : (
        <SectionState error={error} onRetry={() => void refetch()} />
      )}
      {others.length > 0 && (
        <div>
          <Button onClick={() => setEnding('others')}>{t('Sign out everywhere else')}</Button>
        </div>
      )}
      {ending && (
        <EndDialog ending={ending} others={others.length} onClose={() => setEnding(null)} />
      )}
    </Section>
  )
}

function EndDialog(props: { ending: SignedIn | 'others'; others: number; onClose: () => void }) {
  const { ending } = props
  const client = useQueryClient()
  const end = useMutation({
    mutationFn: async () => {
      if (ending === 'others') return await call('profile.endOtherSessions')
      return await call('profile.endSession', { params: { id: ending._id } })
    },
    onSuccess: ({ message }) => {
      props.onClose()
      toast.success(message || t('Session signed out'))
    },
    // Also after a failure, since the session may have ended by itself.
    onSettled: () => client.invalidateQueries({ queryKey: ownSessions.queryKey }),
  })
  return (
    <ConfirmDialog
      title={
        ending === 'others'
          ? t('Sign out everywhere else?')
          : t('Sign out {device}?', { device: deviceText(ending) })
      }
      action={t('Sign out')}
      pending={end.isPending}
      failure={end.error}
      onConfirm={() => end.mutate()}
      onClose={props.onClose}
    >
      <p>
        {ending === 'others'
          ? t(
              '{others, plural, one {# other session will end immediately.} other {# other sessions will end immediately.}} You stay signed in here.',
              { others: props.others },
            )
          : t('Whoever uses it will have to sign in again. Unsaved changes may be lost.')}
      </p>
    </ConfirmDialog>
  )
}

const deviceText = (session: SignedIn): string => said(session.device, session)

function DeviceIcon({ device }: { device: string }) {
  const Icon = /android|ios|iphone|ipad|mobile/i.test(device) ? IconDeviceMobile : IconDeviceDesktop
  return <Icon size="1.25rem" stroke={1.6} aria-hidden />
}
