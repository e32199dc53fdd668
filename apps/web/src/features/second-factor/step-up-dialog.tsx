import { Button } from '@mantine/core'
import { t } from '@steward/i18n/reader'
import { IconKey } from '@tabler/icons-react'
import { useMutation, useQuery } from '@tanstack/react-query'
import { call } from '../../api/client.ts'
import { toFailure } from '../../api/failure.ts'
import { useHasCall } from '../../api/missing-calls.ts'
import { ownProviders } from '../../api/own-providers.ts'
import { Dialog, DialogActions } from '../../ui/dialog/dialog.tsx'
import { FailureBox } from '../../ui/dialog/failure-box.tsx'
import { loadCode } from '../../ui/load/load-code.ts'
import { PasswordDialog } from './password-dialog.tsx'
import { ProviderStepUp } from './provider-step-up.tsx'
import { ownSecondFactor } from './second-factor.queries.ts'

/** Step-up: asks for the password, a passkey or the identity provider before a change of permissions. */
export function StepUpDialog({ onEnd }: { onEnd: (proved: boolean) => void }) {
  const { data } = useQuery(ownSecondFactor)
  const hasPasskey = data?.passkeysPossible !== false && (data?.passkeys ?? []).length > 0
  const { data: own } = useQuery({ ...ownProviders, enabled: useHasCall('openid.own') })
  const linked = own?.providers.filter(({ since }) => since !== null) ?? []
  const takesPassword =
    own === undefined ||
    linked.length === 0 ||
    (own.hasPassword && (!own.passwordsOff || own.keepsPassword))
  const passkey = useMutation({
    mutationFn: async () => {
      const { askPasskey } = await loadCode(() => import('../../api/passkey.ts'))
      const { data } = await call('profile.stepUpOptions')
      return await call('profile.stepUp', { body: await askPasskey(data) })
    },
    onSuccess: () => onEnd(true),
  })
  const why = (
    <p>
      {t(
        'You signed in more than 10 minutes ago, so this needs you to confirm who you are. What you entered is kept.',
      )}
    </p>
  )
  const otherWays = (
    <>
      {hasPasskey && (
        <>
          <FailureBox failure={passkey.error && toFailure(passkey.error)} />
          <Button
            leftSection={<IconKey size="1rem" aria-hidden />}
            loading={passkey.isPending}
            onClick={() => passkey.mutate()}
          >
            {takesPassword ? t('Use a passkey instead') : t('Use a passkey')}
          </Button>
        </>
      )}
      {linked.length > 0 && <ProviderStepUp providers={linked} onProved={() => onEnd(true)} />}
    </>
  )
  if (!takesPassword)
    return (
      <Dialog title={t('Confirm that it’s you')} onClose={() => onEnd(false)}>
        <div className="grid one-column gap-16">
          {why}
          {otherWays}
          <DialogActions>
            <Button onClick={() => onEnd(false)}>{t('Cancel')}</Button>
          </DialogActions>
        </div>
      </Dialog>
    )
  return (
    <PasswordDialog
      title={t('Confirm that it’s you')}
      action={t('Continue')}
      act={(password) => call('profile.stepUp', { body: { password } })}
      onDone={() => onEnd(true)}
      onClose={() => onEnd(false)}
      belowFields={otherWays}
    >
      {why}
    </PasswordDialog>
  )
}
