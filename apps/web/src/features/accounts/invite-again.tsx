import { Button } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { call } from '../../api/client.ts'
import { showFailure, toast } from '../../ui/feedback/messages.tsx'

export function InviteAgain({ id }: { id: string }) {
  const invite = useMutation({
    mutationFn: () => call('accounts.invite', { params: { id } }),
    onSuccess: ({ message }) => toast.success(message || 'Invitation sent.'),
    onError: showFailure,
  })
  return (
    <div>
      <Button
        variant="default"
        loading={invite.isPending}
        onClick={() => {
          if (!invite.isPending) invite.mutate()
        }}
      >
        Send a new invitation
      </Button>
    </div>
  )
}
