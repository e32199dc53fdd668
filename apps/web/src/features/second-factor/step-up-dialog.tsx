import { Button } from '@mantine/core'
import { t } from '@steward/i18n/reader'
import { IconKey } from '@tabler/icons-react'
import { useMutation, useQuery } from '@tanstack/react-query'
import { call } from '../../api/client.ts'
import { toFailure } from '../../api/failure.ts'
import { FailureBox } from '../../ui/dialog/failure-box.tsx'
import { loadCode } from '../../ui/load/load-code.ts'
import { PasswordDialog } from './password-dialog.tsx'
import { ownSecondFactor } from './second-factor.queries.ts'

/** Step-up: asks for the password or a passkey before a change of permissions. */
export function StepUpDialog({ onEnd }: { onEnd: (proved: boolean) => void }) {
  const { data } = useQuery(ownSecondFactor)
  const hasPasskey = data?.passkeysPossible !== false && (data?.passkeys ?? []).length > 0
  const passkey = useMutation({
    mutationFn: async () => {
      const { askPasskey } = await loadCode(() => import('../../api/passkey.ts'))
      const { data } = await call('profile.stepUpOptions')
      return await call('profile.stepUp', { body: await askPasskey(data) })
    },
    onSuccess: () => onEnd(true),
  })
  return (
    <PasswordDialog
      title={t('Confirm that it’s you')}
      action={t('Continue')}
      act={(password) => call('profile.stepUp', { body: { password } })}
      onDone={() => onEnd(true)}
      onClose={() => onEnd(false)}
      belowFields={
        hasPasskey && (
          <>
            <FailureBox failure={passkey.error && toFailure(passkey.error)} />
            <Button
              leftSection={<IconKey size="1rem" aria-hidden />}
              loading={passkey.isPending}
              onClick={() => passkey.mutate()}
            >
              {t('Use a passkey instead')}
            </Button>
          </>
        )
      }
    >
      <p>
        {t(
          'This changes who has access, and you signed in more than 10 minutes ago. What you entered is kept.',
        )}
      </p>
    </PasswordDialog>
  )
}
