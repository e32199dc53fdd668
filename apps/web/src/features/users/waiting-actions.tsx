import { Button } from '@mantine/core'
import type { User } from '@steward/contract/users'
import { IconUserCheck, IconUserX } from '@tabler/icons-react'
import { useId } from 'react'
import type { DeepPartial } from '../../api/read.ts'
import { showFailure } from '../../ui/feedback/messages.tsx'
import { BulkButton } from '../../ui/list/bulk-button.tsx'
import type { Chosen } from '../../ui/list/use-selection.ts'
import { ActionsMenu, permitted, type RecordAction } from '../../ui/record/record-actions.tsx'
import { isUnconfirmed, unconfirmedWords } from './address-proof.tsx'
import { useDecide, useMayBringBack } from './use-decide.ts'
import { nameOf } from './user-types.ts'
import classes from './waiting.module.css'
import { askWaiting } from './waiting.store.ts'

type Props = { user: DeepPartial<User>; after?: () => void }

/** Declines at once where that can be undone; else it asks. */
function useDecline(): (people: readonly DeepPartial<User>[], after?: () => void) => void {
  const mayBringBack = useMayBringBack()
  const { decline } = useDecide()
  return (people, after) => {
    if (!mayBringBack || people.length > 1) return askWaiting({ kind: 'decline', people, after })
    void decline(people).then(({ undecided: [left] }) => {
      if (left) showFailure(left.failure)
      else after?.()
    })
  }
}

function useWaitingActions({ user, after }: Props): RecordAction[] {
  const decline = useDecline()
  return permitted([
    !isUnconfirmed(user) && {
      label: 'Approve…',
      icon: IconUserCheck,
      key: 's',
      act: () => askWaiting({ kind: 'approve', people: [user], after }),
    },
    {
      label: 'Decline',
      icon: IconUserX,
      key: 'd',
      danger: true,
      act: () => decline([user], after),
    },
  ])
}

/** The decision on somebody who waits, as the menu of their row. */
export function WaitingMenu({ user }: Props) {
  return <ActionsMenu name={nameOf(user)} actions={useWaitingActions({ user })} />
}

/** The same as buttons within the row, reached by the right arrow. */
export function WaitingRowButtons({ user }: Props) {
  const name = nameOf(user)
  return (
    <span className={classes.inRow}>
      {useWaitingActions({ user }).map(({ label, act }) => (
        <Button
          key={label}
          variant="default"
          size="compact-xs"
          tabIndex={-1}
          aria-label={`${label} ${name}`}
          onClick={act}
        >
          {label}
        </Button>
      ))}
    </span>
  )
}

/** The same in the drawer, with what stands in the way. @param props.after closes it */
export function WaitingButtons({ user, after }: Props) {
  const reasonId = useId()
  const unconfirmed = isUnconfirmed(user)
  const decline = useDecline()
  return (
    <>
      <div className={classes.actions}>
        <Button
          disabled={unconfirmed}
          aria-describedby={unconfirmed ? reasonId : undefined}
          onClick={() => askWaiting({ kind: 'approve', people: [user], after })}
        >
          Approve…
        </Button>
        <Button variant="default" onClick={() => decline([user], after)}>
          Decline
        </Button>
      </div>
      {unconfirmed && <p id={reasonId}>{unconfirmedWords(nameOf(user))}</p>}
    </>
  )
}

/** The same for several who are chosen: one role for all, or a decline. */
export function WaitingBulk({ chosen }: { chosen: Chosen<User> }) {
  const people = [...chosen.rows.values()].map(({ record }) => record)
  const ask = (kind: 'approve' | 'decline') =>
    askWaiting({ kind, people, after: () => chosen.clear() })
  return (
    <>
      <BulkButton label="Approve…" icon={IconUserCheck} onClick={() => ask('approve')} />
      <BulkButton label="Decline…" icon={IconUserX} onClick={() => ask('decline')} />
    </>
  )
}
