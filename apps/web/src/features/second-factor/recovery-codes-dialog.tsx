import { Button, Group, Stack } from '@mantine/core'
import { msg, t } from '@steward/i18n/reader'
import '@mantine/core/styles/Group.css'
import '@mantine/core/styles/Stack.css'
import { IconCopy, IconDownload, IconPrinter } from '@tabler/icons-react'
import { useEffect } from 'react'
import { createPortal } from 'react-dom'
import { config } from '../../api/config.ts'
import { saveFile } from '../../api/files.ts'
import { Dialog, DialogActions } from '../../ui/dialog/dialog.tsx'
import { rich } from '../../ui/format/rich.tsx'
import { copyText } from '../../ui/messages/copy.ts'
import { dropRecoveryCodes, useRecoveryCodes } from './recovery-codes.store.ts'
import classes from './second-factor.module.css'

const usage = msg('Each code works once, instead of a code from your authenticator app.')

/**
 * Shows recovery codes; closes only by the button that confirms that they are stored.
 * @param props.account printed above the codes
 */
export function RecoveryCodesDialog({ account }: { account: string | null }) {
  const { codes, onKept } = useRecoveryCodes()
  useEffect(() => {
    if (!codes) return
    const ask = (event: BeforeUnloadEvent) => event.preventDefault()
    window.addEventListener('beforeunload', ask)
    return () => window.removeEventListener('beforeunload', ask)
  }, [codes])
  if (!codes) return null
  // i18n-ignore: a name
  const app = config().name ?? 'Steward'
  const heading = account
    ? t('{app}: recovery codes of {account}', { app, account })
    : t('{app}: recovery codes', { app })
  const lines = codes.join('\n')
  const copy = () =>
    copyText(
      lines,
      t('Codes copied.'),
      t('Your browser blocked copying. Download or print the codes instead.'),
    )
  const download = () => {
    const text = `${heading}\n${t(usage)}\n\n${lines}\n`
    saveFile(new Blob([text], { type: 'text/plain' }), 'recovery-codes.txt')
  }
  const ways = [
    { label: t('Copy'), Icon: IconCopy, act: copy },
    { label: t('Download'), Icon: IconDownload, act: download },
    { label: t('Print'), Icon: IconPrinter, act: () => window.print() },
  ]
  const items = codes.map((code) => (
    <li key={code} className="mono">
      {code}
    </li>
  ))
  return (
    <Dialog title={t('Save your recovery codes')}>
      <Stack gap={16}>
        <p>
          {rich(
            'If you lose your phone or passkey, you can sign in with one of these codes. Each works once. <b>You won’t see them again.</b>',
            { b: (inner) => <strong>{inner}</strong> },
          )}
        </p>
        <ul className={classes.codes} aria-label={t('Recovery codes')}>
          {items}
        </ul>
        <Group gap={8}>
          {ways.map(({ label, Icon, act }, at) => (
            <Button
              key={label}
              leftSection={<Icon size="1rem" aria-hidden />}
              onClick={() => void act()}
              data-autofocus={at === 0 || undefined}
            >
              {label}
            </Button>
          ))}
        </Group>
      </Stack>
      <DialogActions>
        <Button
          variant="filled"
          onClick={() => {
            dropRecoveryCodes()
            onKept()
          }}
        >
          {t('I’ve saved them')}
        </Button>
      </DialogActions>
      {createPortal(
        <div className={classes.paper} data-print>
          <h1>{heading}</h1>
          <p>{t(usage)}</p>
          <ul>{items}</ul>
        </div>,
        document.body,
      )}
    </Dialog>
  )
}
