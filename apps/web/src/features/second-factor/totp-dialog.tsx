import { Button, Group, TextInput } from '@mantine/core'
import { t } from '@steward/i18n/reader'
import '@mantine/core/styles/Group.css'
import '@mantine/core/styles/InlineInput.css'
import type { DataOf } from '@steward/contract/calls/endpoints'
import { IconCopy } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { call } from '../../api/client.ts'
import { FormDialog } from '../../ui/dialog/dialog.tsx'
import { useFieldForm } from '../../ui/form/use-field-form.ts'
import { copyText } from '../../ui/messages/copy.ts'
import { PasswordDialog } from './password-dialog.tsx'
import classes from './second-factor.module.css'
import { ownSecondFactor } from './second-factor.queries.ts'

type Started = DataOf<'secondFactor.startTotp'>

interface Props {
  onClose: () => void
  /** Called when the app is set up; with recovery codes if these are the first ones. */
  onAdded: (recoveryCodes: string[] | null) => void
}

/** Sets up an authenticator app: asks for the password, shows the key, asks for a first code. */
export function TotpDialog(props: Props) {
  const [started, setStarted] = useState<Started | null>(null)
  if (started) return <Confirm {...props} started={started} />
  return (
    <PasswordDialog
      title={t('Set up an authenticator app')}
      action={t('Continue')}
      act={async (password) => (await call('secondFactor.startTotp', { body: { password } })).data}
      onDone={setStarted}
      onClose={props.onClose}
    >
      <p>
        {t(
          'An authenticator app on your phone or computer shows a new code every 30 seconds. When you sign in, you enter it after your password.',
        )}
      </p>
    </PasswordDialog>
  )
}

function Confirm(props: Props & { started: Started }) {
  const { key, qr, uri } = props.started
  const client = useQueryClient()
  const { field, form } = useFieldForm({
    name: 'code',
    missing: t('Enter the code'),
    send: (code) => call('secondFactor.confirmTotp', { body: { code: code.trim() } }),
    done: ({ data }) => {
      client.setQueryData(ownSecondFactor.queryKey, data.secondFactor)
      props.onAdded(data.recoveryCodes)
    },
  })
  const blocked = t('Your browser blocked copying. Type the key into your app instead.')
  return (
    <FormDialog
      title={t('Scan the code with your app')}
      action={t('Turn on')}
      {...form}
      onClose={props.onClose}
    >
      <a
        href={uri}
        className={classes.qr}
        aria-label={t('Open in an authenticator app on this device')}
      >
        <img src={qr} alt="" width={180} height={180} />
      </a>
      <div>
        <p>{t('Or type this key into it:')}</p>
        <Group gap={8}>
          <code className="mono anywhere" style={{ userSelect: 'all' }}>
            {key.replaceAll(/(.{4})(?=.)/g, '$1 ')}
          </code>
          <Button
            size="compact-sm"
            leftSection={<IconCopy size="0.875rem" aria-hidden />}
            onClick={() => void copyText(key, t('Key copied.'), blocked)}
          >
            {t('Copy')}
          </Button>
        </Group>
      </div>
      <TextInput
        data-autofocus
        label={t('Code')}
        description={t('The code currently shown in the app')}
        autoComplete="one-time-code"
        inputMode="numeric"
        spellCheck={false}
        {...field}
      />
    </FormDialog>
  )
}
