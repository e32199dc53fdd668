import { Button } from '@mantine/core'
import { useState } from 'react'
import { Dialog, DialogActions } from '../../ui/feedback/dialog.tsx'
import { count } from '../../ui/format/locale.ts'
import { ApproveDialog } from './approve-dialog.tsx'
import { UndecidedList, whoOf } from './undecided-list.tsx'
import { type Undecided, useDecide, useMayBringBack } from './use-decide.ts'
import { dropWaiting, useWaitingQuestion, type WaitingQuestion } from './waiting.store.ts'

/** The questions before a decision on people who wait; nothing while none stands. */
export function WaitingDialogs() {
  const question = useWaitingQuestion((state) => state.question)
  if (!question) return null
  return question.kind === 'approve' ? (
    <ApproveDialog question={question} />
  ) : (
    <DeclineDialog question={question} />
  )
}

function DeclineDialog({ question }: { question: WaitingQuestion }) {
  const { people, after } = question
  const mayBringBack = useMayBringBack()
  const { decline, done, stop } = useDecide()
  const [undecided, setUndecided] = useState<readonly Undecided[] | null>(null)
  const who = whoOf(people)
  const go = async () => {
    const { decided, undecided: left } = await decline(people)
    if (decided.length > 0) after?.()
    if (left.length > 0) setUndecided(left)
    else dropWaiting()
  }
  const close = done === null ? dropWaiting : stop
  return (
    <Dialog title={`Decline ${who}?`} onClose={close}>
      {undecided ? (
        <UndecidedList undecided={undecided} />
      ) : (
        <p role="status">
          {done !== null && people.length > 1
            ? `${count(done)} of ${count(people.length)}`
            : `They are notified by e-mail and can register again. ${
                mayBringBack
                  ? 'You can undo this to restore their registration.'
                  : 'You can’t undo this.'
              }`}
        </p>
      )}
      <DialogActions>
        <Button variant="default" onClick={close}>
          {undecided ? 'Close' : done === null ? 'Cancel' : 'Stop'}
        </Button>
        {!undecided && (
          <Button color="red.9" data-autofocus loading={done !== null} onClick={() => void go()}>
            Decline {who}
          </Button>
        )}
      </DialogActions>
    </Dialog>
  )
}
