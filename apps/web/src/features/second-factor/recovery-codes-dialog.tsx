import { Button, Modal } from '@mantine/core'
import { IconCopy, IconDownload, IconPrinter } from '@tabler/icons-react'
import { type ReactNode, useEffect } from 'react'
import { createPortal } from 'react-dom'
import { config } from '../../api/config.ts'
import '../../ui/feedback/dialog-styles.ts'
import { toast } from '../../ui/feedback/messages.tsx'
import { dropRecoveryCodes, useRecoveryCodes } from './recovery-codes.store.ts'
import classes from './recovery-codes-dialog.module.css'

/**
 * New recovery codes, this once, to copy, download or print. Closes only by the button that says
 * that they are kept.
 * @param props.account whose codes they are, to be told from others on paper
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
  const text = `${heading}\nEach code works once, instead of a code from your authenticator app.\n\n${codes.join('\n')}\n`

  async function copy() {
    try {
      await navigator.clipboard.writeText(codes?.join('\n') ?? '')
      toast.success('Codes copied.')
    } catch {
      toast.error('Your browser blocked copying. Download or print the codes instead.')
    }
  }
  function download() {
    const link = document.createElement('a')
    link.href = URL.createObjectURL(new Blob([text], { type: 'text/plain' }))
    link.download = 'recovery-codes.txt'
    link.click()
    setTimeout(() => URL.revokeObjectURL(link.href), 10_000)
  }

  return (
    <FirmDialog title="Save your recovery codes">
      <p>
        If you lose your phone or passkey, you can sign in with one of these codes. Each works once.{' '}
        <strong>You won’t see them again.</strong>
      </p>
      <ul className={classes.codes} aria-label="Recovery codes">
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ul>
      <div className={classes.ways}>
        <Button
          variant="default"
          leftSection={<IconCopy size="1rem" aria-hidden />}
          onClick={() => void copy()}
          data-autofocus
        >
          Copy
        </Button>
        <Button
          variant="default"
          leftSection={<IconDownload size="1rem" aria-hidden />}
          onClick={download}
        >
          Download
        </Button>
        <Button
          variant="default"
          leftSection={<IconPrinter size="1rem" aria-hidden />}
          onClick={() => window.print()}
        >
          Print
        </Button>
      </div>
      <div className={classes.end}>
        <Button
          onClick={() => {
            dropRecoveryCodes()
            onKept()
          }}
        >
          I’ve saved them
        </Button>
      </div>
      {createPortal(
        <div className={classes.paper} data-print>
          <h1>{heading}</h1>
          <p>Each code works once, instead of a code from your authenticator app.</p>
          <ul>
            {codes.map((code) => (
              <li key={code}>{code}</li>
            ))}
          </ul>
        </div>,
        document.body,
      )}
    </FirmDialog>
  )
}

/** A dialog that neither a stray click nor a stray key closes. */
function FirmDialog({ title, children }: { title: string; children: ReactNode }) {
  return (
    <Modal.Root
      opened
      onClose={() => {}}
      closeOnEscape={false}
      closeOnClickOutside={false}
      lockScroll={false}
    >
      <Modal.Overlay backgroundOpacity={0.4} />
      <Modal.Content>
        <div className={classes.head}>
          <Modal.Title className={classes.title}>{title}</Modal.Title>
        </div>
        <Modal.Body className={classes.body}>{children}</Modal.Body>
      </Modal.Content>
    </Modal.Root>
  )
}
