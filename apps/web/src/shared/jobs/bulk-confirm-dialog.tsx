import { Button } from '@mantine/core'
import { useState } from 'react'
import classes from '../../ui/feedback/dialog.module.css'
import { Dialog } from '../../ui/feedback/dialog.tsx'
import { counted } from '../../ui/format/locale.ts'
import { statusWord } from '../../ui/record/status-badge.tsx'

interface Asked {
  action: 'delete' | 'restore' | 'status'
  status?: string
}

const words = {
  delete: {
    verb: 'Delete',
    after:
      'They leave the list. When it is done you can undo it, and it can be paused or cancelled on the way.',
  },
  restore: { verb: 'Restore', after: 'They come back as they were.' },
  status: {
    verb: 'Change',
    after:
      'A change of status can’t be undone as a whole; those that have it already stay as they are.',
  },
} as const

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
  const which = counted(props.size, props.one, props.many)
  const to = status === undefined ? '' : ` to ${statusWord(status).toLowerCase()}`
  return (
    <Dialog opened={props.asked !== null} onClose={props.onClose} title={`${verb} ${which}${to}?`}>
      <p className={classes.text}>{after}</p>
      <div className={classes.actions}>
        <Button variant="default" onClick={props.onClose}>
          Cancel
        </Button>
        <Button
          data-autofocus
          {...(action === 'delete' && { color: 'red.9' })}
          loading={props.busy}
          onClick={props.onGo}
        >
          {verb} {which}
        </Button>
      </div>
    </Dialog>
  )
}
