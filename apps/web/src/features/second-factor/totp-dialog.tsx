import { Button, TextInput } from '@mantine/core'
import '@mantine/core/styles/InlineInput.css'
import type { DataOf } from '@steward/contract/calls/endpoints'
import { IconCopy } from '@tabler/icons-react'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { call } from '../../api/client.ts'
import { toFailure } from '../../api/failure.ts'
import { DialogForm } from '../../ui/feedback/confirm-dialog.tsx'
import { Dialog, DialogActions } from '../../ui/feedback/dialog.tsx'
import { FailureBox } from '../../ui/feedback/failure-box.tsx'
import { toast } from '../../ui/feedback/messages.tsx'
import { fieldErrors } from '../../ui/form/field-errors.ts'
import { PasswordDialog } from './password-dialog.tsx'
import { ownSecondFactor } from './second-factor.queries.ts'
import classes from './totp-dialog.module.css'

type Started = DataOf<'secondFactor.startTotp'>
/** What turning a factor on gives: recovery codes, where the person has none yet. */
export type FactorAdded = { recoveryCodes: string[] | null }

/** Sets up codes of an app: password, then QR code or key, then a first code. */
export function TotpDialog(props: { onClose: () => void; onAdded: (added: FactorAdded) => void }) {
  const [started, setStarted] = useState<Started | null>(null)
  if (started) return <Confirm {...props} started={started} />
  return (
    <PasswordDialog
      title="Set up an authenticator app"
      action="Continue"
      act={async (password) => (await call('secondFactor.startTotp', { body: { password } })).data}
      onDone={setStarted}
      onClose={props.onClose}
    >
      <p>
        An authenticator app on your phone or computer shows a new code every 30 seconds. When you
        sign in, you enter it after your password.
      </p>
    </PasswordDialog>
  )
}

function Confirm(props: {
  started: Started
  onClose: () => void
  onAdded: (added: FactorAdded) => void
}) {
  const { key, qr, uri } = props.started
  const client = useQueryClient()
  const [code, setCode] = useState('')
  const [missing, setMissing] = useState(false)
  const field = useRef<HTMLInputElement>(null)
  const confirm = useMutation({
    mutationFn: () => call('secondFactor.confirmTotp', { body: { code: code.trim() } }),
    onSuccess: ({ data }) => {
      client.setQueryData(ownSecondFactor.queryKey, data.secondFactor)
      props.onAdded({ recoveryCodes: data.recoveryCodes })
    },
  })
  const failure = confirm.error ? toFailure(confirm.error) : null
  const errors = fieldErrors(failure, ['code'])
  useEffect(() => {
    if (confirm.error) field.current?.select()
  }, [confirm.error])

  async function copy() {
    try {
      await navigator.clipboard.writeText(key)
      toast.success('Key copied.')
    } catch {
      toast.error('Your browser blocked copying. Type the key into your app instead.')
    }
  }

  return (
    <Dialog title="Scan the code with your app" onClose={props.onClose}>
      <DialogForm
        onSubmit={() => {
          setMissing(!code.trim())
          if (!code.trim()) field.current?.focus()
          else if (!confirm.isPending) confirm.mutate()
        }}
      >
        <a
          href={uri}
          className={classes.qr}
          aria-label="Open in an authenticator app on this device"
        >
          <img src={qr} alt="" width={180} height={180} />
        </a>
        <div>
          <p>Or type this key into it:</p>
          <p className={classes.key}>
            <code>{key.replaceAll(/(.{4})(?=.)/g, '$1 ')}</code>
            <Button
              variant="default"
              size="compact-sm"
              leftSection={<IconCopy size="0.875rem" aria-hidden />}
              onClick={() => void copy()}
            >
              Copy
            </Button>
          </p>
        </div>
        <TextInput
          ref={field}
          data-autofocus
          label="Code"
          description="The code currently shown in the app"
          autoComplete="one-time-code"
          inputMode="numeric"
          spellCheck={false}
          value={code}
          onChange={(event) => setCode(event.currentTarget.value)}
          error={missing && !code.trim() ? 'Enter the code' : errors.fields['code']}
        />
        <FailureBox failure={failure} lines={errors.rest} />
        <DialogActions>
          <Button variant="default" onClick={props.onClose}>
            Cancel
          </Button>
          <Button type="submit" loading={confirm.isPending}>
            Turn on
          </Button>
        </DialogActions>
      </DialogForm>
    </Dialog>
  )
}
