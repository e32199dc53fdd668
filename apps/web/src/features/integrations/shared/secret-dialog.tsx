import { Button } from '@mantine/core'
import { t } from '@steward/i18n/reader'
import type { ReactNode } from 'react'
import { Dialog, DialogActions } from '../../../ui/dialog/dialog.tsx'
import { CopyField } from './copy-field.tsx'

/** Shows a secret, which nobody sees again; closes only by the button that confirms that it is stored. */
export function SecretDialog(props: {
  title: string
  label: string
  secret: string
  /** How it is used. */
  children?: ReactNode
  onKept: () => void
}) {
  return (
    <Dialog title={props.title} size="lg">
      <div className="grid one-column gap-16">
        <p>
          <strong>
            {t('You won’t see it again. Copy it now, and keep it where you keep passwords.')}
          </strong>
        </p>
        <CopyField label={props.label} text={props.secret} />
        {props.children}
        <DialogActions>
          <Button variant="filled" data-autofocus onClick={props.onKept}>
            {t('I have stored it')}
          </Button>
        </DialogActions>
      </div>
    </Dialog>
  )
}
