import { Button } from '@mantine/core'
import type { BulkAction } from '@steward/contract/areas'
import { useState } from 'react'
import classes from '../../ui/feedback/dialog.module.css'
import { Dialog } from '../../ui/feedback/dialog.tsx'
import { counted } from '../../ui/format/locale.ts'
import { statusWord } from '../../ui/record/status-badge.tsx'
import { useUndo } from '../undo/may-undo.ts'

/** An action that is asked about; `status` is the one that all of them shall have. */
export interface Asked {
  action: BulkAction
  status?: string
}

const words = {
  delete: {
    verb: 'Delete',
    after:
      'They leave the list. When it is done you can undo it, and it can be paused or cancelled on the way.',
  },
  restore: { verb: 'Restore', after: 'They come back as they were.' },
  purge: {
    verb: 'Delete',
    after: 'This can’t be undone. They are gone then, with any pictures of them.',
  },
  status: {
    verb: 'Change',
    after:
      'A change of status can’t be undone as a whole; those that have it already stay as they are.',
  },
} as const

/** The same for who may take back what the audit log tells. */
const statusUndo =
  'When it is done you can undo it. Those that have that status already stay as they are.'

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
  const question = `${verb} ${which}${isPurge ? ' for good' : to}`
  return (
    <Dialog opened={props.asked !== null} onClose={props.onClose} title={`${question}?`}>
      <p className={classes.text}>{action === 'status' && canUndo ? statusUndo : after}</p>
      <div className={classes.actions}>
        <Button variant="default" onClick={props.onClose} data-autofocus={isPurge || undefined}>
          Cancel
        </Button>
        <Button
          data-autofocus={!isPurge || undefined}
          {...((isPurge || action === 'delete') && { color: 'red.9' })}
          loading={props.busy}
          onClick={props.onGo}
        >
          {isPurge ? question : `${verb} ${which}`}
        </Button>
      </div>
    </Dialog>
  )
}
