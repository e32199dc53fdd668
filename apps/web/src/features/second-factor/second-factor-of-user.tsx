import { Button } from '@mantine/core'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { call } from '../../api/client.ts'
import { useHasCall } from '../../api/missing-calls.ts'
import { ConfirmDialog } from '../../ui/dialog/dialog.tsx'
import { counted } from '../../ui/format/locale.ts'
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
      toast.success(message || 'Second factor removed.')
      await client.invalidateQueries({ queryKey: options.queryKey })
    },
  })
  if (!data) return null
  const parts = [
    ...(data.totp ? ['authenticator app'] : []),
    ...(data.passkeys > 0 ? [counted(data.passkeys, 'passkey', 'passkeys')] : []),
  ]
  return (
    <>
      <Items label="Sign-in">
        <Item
          title={data.on ? `Second factor: ${parts.join(', ')}` : 'No second factor'}
          actions={
            data.mayClear && <Button onClick={() => setAsking(true)}>Remove second factor…</Button>
          }
        >
          {data.required && <span>Required by their role</span>}
        </Item>
      </Items>
      {asking && (
        <ConfirmDialog
          title={`Remove the second factor of ${name}?`}
          action="Remove second factor"
          danger
          pending={clear.isPending}
          failure={clear.error}
          onConfirm={() => clear.mutate()}
          onClose={() => setAsking(false)}
        >
          <p>
            The authenticator app, passkeys and recovery codes of {name} stop working. They are
            signed out everywhere and notified by e-mail. They can then sign in with their password
            alone
            {data.required && ', and must set up a new second factor first'}. Make sure the request
            really comes from them.
          </p>
        </ConfirmDialog>
      )}
    </>
  )
}
