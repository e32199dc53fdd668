import { Button } from '@mantine/core'
import { t } from '@steward/i18n/reader'
import { useState } from 'react'
import { call } from '../../../api/client.ts'
import { ConfirmDialog } from '../../../ui/dialog/dialog.tsx'
import { inRow } from '../../../ui/format/phrases.ts'
import { toast } from '../../../ui/messages/messages.tsx'
import { Section } from '../../../ui/page/section.tsx'
import { needsOf } from '../../../ui/permissions/needs-of.ts'
import { useCan } from '../../../ui/permissions/permitted.tsx'
import { useIntegrationWrite } from '../shared/use-integration-write.ts'
import type { ProvidersAnswer } from './providers.queries.ts'

type Passwords = ProvidersAnswer['passwords']

/** Whether passwords and passkeys sign in, which owners decide. */
export function PasswordsSection(props: { passwords: Passwords; hasProvider: boolean }) {
  const { off, keptBy } = props.passwords
  const [isAsked, setAsked] = useState(false)
  const mayChange = useCan()(needsOf('identityProviders.setPasswords')[0])
  return (
    <Section
      title={t('Passwords')}
      hint={t(
        'Once everybody signs in with an identity provider, owners can turn passwords and passkeys off. An owner who keeps a password in their profile can still sign in with it, on the day on which no provider works; every owner is then e-mailed.',
      )}
    >
      <p>
        <strong>
          {off ? t('Passwords are turned off.') : t('People can sign in with passwords.')}
        </strong>{' '}
        {keptBy.length > 0
          ? t('Kept by: {names}', { names: inRow(keptBy.map(({ name }) => name)) })
          : t('No owner keeps a password.')}
      </p>
      {mayChange && (off || props.hasProvider) && (
        <div>
          <Button onClick={() => setAsked(true)}>
            {off ? t('Turn passwords on') : t('Turn passwords off')}
          </Button>
        </div>
      )}
      {isAsked && <SwitchDialog passwords={props.passwords} onClose={() => setAsked(false)} />}
    </Section>
  )
}

function SwitchDialog(props: { passwords: Passwords; onClose: () => void }) {
  const { off, version } = props.passwords
  const { mutate, isPending, error } = useIntegrationWrite(
    () => call('identityProviders.setPasswords', { body: { off: !off, version } }),
    () => {
      props.onClose()
      toast.success(off ? t('Passwords turned on') : t('Passwords turned off'))
    },
  )
  return (
    <ConfirmDialog
      title={off ? t('Turn passwords on?') : t('Turn passwords off?')}
      action={off ? t('Turn on') : t('Turn off')}
      danger={!off}
      pending={isPending}
      failure={error}
      onConfirm={() => mutate(undefined)}
      onClose={props.onClose}
    >
      <p>
        {off
          ? t('People can sign in with the passwords and passkeys that they had.')
          : t(
              'Nobody signs in, registers or sets a new password any more but with an identity provider. Who is signed in stays signed in.',
            )}
      </p>
    </ConfirmDialog>
  )
}
