import { call } from '../../api/client.ts'
import { toast } from '../../ui/feedback/messages.tsx'
import {
  AddPasskeyDialog,
  type Passkey,
  RemovePasskeyDialog,
  RenamePasskeyDialog,
} from './passkey-dialogs.tsx'
import { PasswordDialog } from './password-dialog.tsx'
import { showRecoveryCodes } from './recovery-codes.store.ts'
import { type FactorAdded, TotpDialog } from './totp-dialog.tsx'

/** What is to be changed of how the own account is secured. */
export type Asked =
  | { what: 'totp' | 'remove-totp' | 'passkey' | 'codes' }
  | { what: 'rename' | 'remove'; passkey: Passkey }

/** The dialog for a change of how the own account is secured. */
export function SecondFactorDialog(props: {
  asked: Asked
  onClose: () => void
  onAdded: () => void
}) {
  const { asked, onClose } = props
  const added = (words: string) => (of: FactorAdded) => {
    onClose()
    toast.success(words)
    showRecoveryCodes(of.recoveryCodes, props.onAdded)
  }
  const removed = (message: string) => {
    onClose()
    toast.success(message || 'Done')
  }
  switch (asked.what) {
    case 'totp':
      return <TotpDialog onClose={onClose} onAdded={added('Authenticator app turned on.')} />
    case 'passkey':
      return <AddPasskeyDialog onClose={onClose} onAdded={added('Passkey added.')} />
    case 'rename':
      return <RenamePasskeyDialog passkey={asked.passkey} onClose={onClose} />
    case 'remove':
      return <RemovePasskeyDialog passkey={asked.passkey} onClose={onClose} onRemoved={removed} />
    case 'remove-totp':
      return (
        <PasswordDialog
          title="Turn off the authenticator app?"
          action="Turn off"
          danger
          act={(password) => call('secondFactor.removeTotp', { body: { password } })}
          onDone={({ message }) => removed(message)}
          onClose={onClose}
        >
          <p>
            Its codes will stop working. Unless you have a passkey, you will sign in with your
            password alone.
          </p>
        </PasswordDialog>
      )
    case 'codes':
      return (
        <PasswordDialog
          title="Generate new recovery codes?"
          action="Generate new codes"
          act={async (password) =>
            (await call('secondFactor.newRecoveryCodes', { body: { password } })).data
          }
          onDone={({ recoveryCodes }) => {
            onClose()
            showRecoveryCodes(recoveryCodes)
          }}
          onClose={onClose}
        >
          <p>Your current codes will stop working immediately.</p>
        </PasswordDialog>
      )
  }
}
