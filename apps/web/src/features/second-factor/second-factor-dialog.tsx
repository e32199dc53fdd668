import { t } from '@steward/i18n/reader'
import { call } from '../../api/client.ts'
import { toast } from '../../ui/messages/messages.tsx'
import { AddPasskeyDialog, type Passkey, RenamePasskeyDialog } from './passkey-dialogs.tsx'
import { PasswordDialog } from './password-dialog.tsx'
import { showRecoveryCodes } from './recovery-codes.store.ts'
import { TotpDialog } from './totp-dialog.tsx'

export type SecondFactorAction =
  | { what: 'totp' | 'remove-totp' | 'passkey' | 'codes' }
  | { what: 'rename' | 'remove'; passkey: Passkey }

export function SecondFactorDialog(props: {
  asked: SecondFactorAction
  onClose: () => void
  onAdded: () => void
}) {
  const { asked, onClose } = props
  const added = (words: string) => (recoveryCodes: string[] | null) => {
    onClose()
    toast.success(words)
    showRecoveryCodes(recoveryCodes, props.onAdded)
  }
  const removal = {
    danger: true,
    onDone: ({ message }: { message: string }) => {
      onClose()
      toast.success(message || t('Done'))
    },
    onClose,
  }
  switch (asked.what) {
    case 'totp':
      return <TotpDialog onClose={onClose} onAdded={added(t('Authenticator app turned on.'))} />
    case 'passkey':
      return <AddPasskeyDialog onClose={onClose} onAdded={added(t('Passkey added.'))} />
    case 'rename':
      return <RenamePasskeyDialog passkey={asked.passkey} onClose={onClose} />
    case 'remove': {
      const { _id: id, name } = asked.passkey
      return (
        <PasswordDialog
          title={t('Remove “{name}”?', { name })}
          action={t('Remove')}
          act={(password) =>
            call('secondFactor.removePasskey', { params: { id }, body: { password } })
          }
          {...removal}
        >
          <p>
            {t(
              'You can no longer sign in with it. Your device may still store it, so remove it there too.',
            )}
          </p>
        </PasswordDialog>
      )
    }
    case 'remove-totp':
      return (
        <PasswordDialog
          title={t('Turn off the authenticator app?')}
          action={t('Turn off')}
          act={(password) => call('secondFactor.removeTotp', { body: { password } })}
          {...removal}
        >
          <p>
            {t(
              'Its codes will stop working. Unless you have a passkey, you will sign in with your password alone.',
            )}
          </p>
        </PasswordDialog>
      )
    case 'codes':
      return (
        <PasswordDialog
          title={t('Generate new recovery codes?')}
          action={t('Generate new codes')}
          act={(password) => call('secondFactor.newRecoveryCodes', { body: { password } })}
          onDone={({ data }) => {
            onClose()
            showRecoveryCodes(data.recoveryCodes)
          }}
          onClose={onClose}
        >
          <p>{t('Your current codes will stop working immediately.')}</p>
        </PasswordDialog>
      )
  }
}
