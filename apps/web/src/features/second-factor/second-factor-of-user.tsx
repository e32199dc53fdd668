import { Button } from '@mantine/core'
import type { DataOf } from '@steward/contract/calls/endpoints'
import { t } from '@steward/i18n/reader'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { call } from '../../api/client.ts'
import { useHasCall } from '../../api/missing-calls.ts'
import { ConfirmDialog } from '../../ui/dialog/dialog.tsx'
import { toast } from '../../ui/messages/messages.tsx'
import { Item, Items } from '../../ui/page/section.tsx'
import { secondFactorOf } from './second-factor.queries.ts'

/** Whether another admin has a second factor, which an owner can remove; null where unknown. */
export function SecondFactorOfUser({ id, name }: { id: string; name: string }) {
  const client = useQueryClient()
  const options = secondFactorOf(id)
  const has = useHasCall('secondFactor.ofUser')
  const { data } = useQuery({ ...options, enabled: has })
  const [asking, setAsking] = useState(false)
  const clear = useMutation({
    mutationFn: () => call('secondFactor.clear', { params: { id } }),
    onSuccess: async ({ message }) => {
      setAsking(false)
      toast.success(message || t('Second factor removed.'))
      await client.invalidateQueries({ queryKey: options.queryKey })
    },
  })
  if (!data) return null
  return (
    <>
      <Items label={t('Sign-in')}>
        <Item
          title={factorsOf(data)}
          actions={
            data.mayClear && (
              <Button onClick={() => setAsking(true)}>{t('Remove second factor…')}</Button>
            )
          }
        >
          {data.required && <span>{t('Required by their role')}</span>}
        </Item>
      </Items>
      {asking && (
        <ConfirmDialog
          title={t('Remove the second factor of {name}?', { name })}
          action={t('Remove second factor')}
          danger
          pending={clear.isPending}
          failure={clear.error}
          onConfirm={() => clear.mutate()}
          onClose={() => setAsking(false)}
        >
          <p>
            {data.required
              ? t(
                  'The authenticator app, passkeys and recovery codes of {name} stop working. They are signed out everywhere and notified by e-mail. They can then sign in with their password alone, and must set up a new second factor first. Make sure the request really comes from them.',
                  { name },
                )
              : t(
                  'The authenticator app, passkeys and recovery codes of {name} stop working. They are signed out everywhere and notified by e-mail. They can then sign in with their password alone. Make sure the request really comes from them.',
                  { name },
                )}
          </p>
        </ConfirmDialog>
      )}
    </>
  )
}

function factorsOf({ on, totp, passkeys }: DataOf<'secondFactor.ofUser'>): string {
  if (!on) return t('No second factor')
  if (passkeys === 0) return t('Second factor: authenticator app')
  return totp
    ? t(
        'Second factor: authenticator app, {passkeys, plural, one {# passkey} other {# passkeys}}',
        { passkeys },
      )
    : t('Second factor: {passkeys, plural, one {# passkey} other {# passkeys}}', { passkeys })
}
