import { Button } from '@mantine/core'
import type { BulkAction } from '@steward/contract/areas/areas'
import { type ReactNode, useState } from 'react'
import classes from '../../ui/feedback/dialog.module.css'
import { Dialog } from '../../ui/feedback/dialog.tsx'
import { counted } from '../../ui/format/locale.ts'
import { statusWord } from '../../ui/record/status-badge.tsx'
import { useUndo } from '../undo/may-undo.ts'

/** An action that is asked about; `status` is the one that all of them shall have. */
export interface Asked {
  action: Exclude<BulkAction, 'feed' | 'role'>
  status?: string
}

const words = {
  delete: {
    verb: 'Delete',
    after:
      'They leave the list and can be restored. You can pause or cancel this while it runs, and undo it afterwards.',
  },
  keep: {
    verb: 'Keep',
    after: 'Their reports are handled. Those without open reports stay as they are.',
  },
  restore: { verb: 'Restore', after: 'They return to the list unchanged.' },
  purge: {
    verb: 'Delete',
    after: 'This can’t be undone. Their pictures are deleted too.',
  },
  status: {
    verb: 'Change',
    after: 'This can’t be undone in one step. Records that already have this status don’t change.',
  },
} as const

/** The same for who may take back what the audit log tells. */
const statusUndo =
  'You can undo this afterwards. Records that already have this status don’t change.'

/** Asks before an action on many records, and names how many they are. */
export function AskBulk(props: {
  asked: Asked | null
  size: number
  one: string
  many: string
  busy: boolean
  onGo: () => void
  onClose: () => void
}) {
  // The words stay while the dialog goes.
  const [last, setLast] = useState<Asked>({ action: 'delete' })
  if (props.asked !== null && props.asked !== last) setLast(props.asked)
  const { action, status } = props.asked ?? last
  const { verb, after } = words[action]
  const canUndo = useUndo()
  const which = counted(props.size, props.one, props.many)
  const to = status === undefined ? '' : ` to ${statusWord(status).toLowerCase()}`
  const isPurge = action === 'purge'
  const question = `${verb} ${which}${isPurge ? ' permanently' : to}`
  return (
    <BulkDialog
      opened={props.asked !== null}
      title={`${question}?`}
      go={isPurge ? question : `${verb} ${which}`}
      danger={isPurge || action === 'delete'}
      careful={isPurge}
      busy={props.busy}
      onGo={props.onGo}
      onClose={props.onClose}
    >
      {action === 'status' && canUndo ? statusUndo : after}
    </BulkDialog>
  )
}

/**
 * The question before an action on many records.
 * @param props.go what the button that begins it says
 * @param props.careful Cancel has the focus
 * @param props.children the consequences
 */
export function BulkDialog(props: {
  opened: boolean
  title: string
  go: string
  danger: boolean
  careful: boolean
  busy: boolean
  onGo: () => void
  onClose: () => void
  children: ReactNode
}) {
  return (
    <Dialog opened={props.opened} onClose={props.onClose} title={props.title}>
      <p className={classes.text}>{props.children}</p>
      <div className={classes.actions}>
        <Button
          variant="default"
          onClick={props.onClose}
          data-autofocus={props.careful || undefined}
        >
          Cancel
        </Button>
        <Button
          data-autofocus={!props.careful || undefined}
          {...(props.danger && { color: 'red.9' })}
          loading={props.busy}
          onClick={props.onGo}
        >
          {props.go}
        </Button>
      </div>
    </Dialog>
  )
}
