import { Button } from '@mantine/core'
import type { SignedIn } from '@steward/contract/accounts/profile'
import { IconDeviceDesktop, IconDeviceMobile } from '@tabler/icons-react'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { call } from '../../api/client.ts'
import { ConfirmDialog } from '../../ui/dialog/dialog.tsx'
import { counted } from '../../ui/format/locale.ts'
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
      title="Where you are signed in"
      hint="If you don’t recognize a session, sign it out and change your password. The number of sessions is limited: the oldest ends when you sign in once more."
    >
      {sessions ? (
        <Items label="Sessions">
          {sessions.map((session) => (
            <Item
              key={session._id}
              icon={<DeviceIcon device={session.device} />}
              title={
                <>
                  <bdi>{session.device}</bdi>{' '}
                  {session.current && <span className={classes.mark}>This session</span>}
                </>
              }
              actions={
                !session.current && (
                  <Button
                    aria-label={`Sign out: ${session.device}`}
                    onClick={() => setEnding(session)}
                  >
                    Sign out
                  </Button>
                )
              }
            >
              <span>
                {session.ip ?? 'Address unknown'} · last seen <Time at={session.lastSeenAt} /> ·
                signed in <Time at={session.createdAt} />
              </span>
            </Item>
          ))}
        </Items>
      ) : (
        <SectionState error={error} onRetry={() => void refetch()} />
      )}
      {others.length > 0 && (
        <div>
          <Button onClick={() => setEnding('others')}>Sign out everywhere else</Button>
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
      toast.success(message || 'Session signed out')
    },
    // Also after a failure, since the session may have ended by itself.
    onSettled: () => client.invalidateQueries({ queryKey: ownSessions.queryKey }),
  })
  return (
    <ConfirmDialog
      title={ending === 'others' ? 'Sign out everywhere else?' : `Sign out ${ending.device}?`}
      action="Sign out"
      pending={end.isPending}
      failure={end.error}
      onConfirm={() => end.mutate()}
      onClose={props.onClose}
    >
      <p>
        {ending === 'others'
          ? `${counted(props.others, 'other session will end', 'other sessions will end')} immediately. You stay signed in here.`
          : 'Whoever uses it will have to sign in again. Unsaved changes may be lost.'}
      </p>
    </ConfirmDialog>
  )
}

function DeviceIcon({ device }: { device: string }) {
  const Icon = /android|ios|iphone|ipad|mobile/i.test(device) ? IconDeviceMobile : IconDeviceDesktop
  return <Icon size="1.25rem" stroke={1.6} aria-hidden />
}
