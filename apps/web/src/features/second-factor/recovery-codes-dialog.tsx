import { Button, Group, Stack } from '@mantine/core'
import '@mantine/core/styles/Group.css'
import '@mantine/core/styles/Stack.css'
import { IconCopy, IconDownload, IconPrinter } from '@tabler/icons-react'
import { useEffect } from 'react'
import { createPortal } from 'react-dom'
import { config } from '../../api/config.ts'
import { saveFile } from '../../api/files.ts'
import { Dialog, DialogActions } from '../../ui/dialog/dialog.tsx'
import { copyText } from '../../ui/messages/copy.ts'
import { dropRecoveryCodes, useRecoveryCodes } from './recovery-codes.store.ts'
import classes from './second-factor.module.css'

const usage = 'Each code works once, instead of a code from your authenticator app.'

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
  const heading = `${config().name ?? 'Steward'}: recovery codes${account ? ` of ${account}` : ''}`
  const lines = codes.join('\n')
  const copy = () =>
    copyText(
      lines,
      'Codes copied.',
      'Your browser blocked copying. Download or print the codes instead.',
    )
  const download = () => {
    const text = `${heading}\n${usage}\n\n${lines}\n`
    saveFile(new Blob([text], { type: 'text/plain' }), 'recovery-codes.txt')
  }
  const ways = [
    { label: 'Copy', Icon: IconCopy, act: copy },
    { label: 'Download', Icon: IconDownload, act: download },
    { label: 'Print', Icon: IconPrinter, act: () => window.print() },
  ]
  const items = codes.map((code) => (
    <li key={code} className="mono">
      {code}
    </li>
  ))
  return (
    <Dialog title="Save your recovery codes">
      <Stack gap={16}>
        <p>
          If you lose your phone or passkey, you can sign in with one of these codes. Each works
          once. <strong>You won’t see them again.</strong>
        </p>
        <ul className={classes.codes} aria-label="Recovery codes">
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
          I’ve saved them
        </Button>
      </DialogActions>
      {createPortal(
        <div className={classes.paper} data-print>
          <h1>{heading}</h1>
          <p>{usage}</p>
          <ul>{items}</ul>
        </div>,
        document.body,
      )}
    </Dialog>
  )
}
