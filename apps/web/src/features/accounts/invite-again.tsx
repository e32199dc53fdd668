import { Button } from '@mantine/core'
import { t } from '@steward/i18n/reader'
import { useMutation } from '@tanstack/react-query'
import type { User } from '../../api/answers/records.ts'
import { call } from '../../api/client.ts'
import { useMayCall } from '../../shared/permissions/may-call.ts'
import { showFailure, toast } from '../../ui/messages/messages.tsx'

/** Invites again whoever has not signed in yet. */
export function InviteAgain({ user }: { user: User }) {
  const may = useMayCall('accounts.invite')
  const invite = useMutation({
    mutationFn: () => call('accounts.invite', { params: { id: user._id } }),
    onSuccess: ({ message }) => toast.success(message || t('Invitation sent.')),
    onError: showFailure,
  })
  if (!may || user.status === 'inactive' || user.lastActiveAt !== null) return null
  return (
    <div>
      <Button
        loading={invite.isPending}
        onClick={() => {
          if (!invite.isPending) invite.mutate()
        }}
      >
        {t('Send a new invitation')}
      </Button>
    </div>
  )
}
