import { Button } from '@mantine/core'
import type { User } from '@steward/contract/users/users'
import { IconUserCheck, IconUserX } from '@tabler/icons-react'
import type { DeepPartial } from '../../api/read.ts'
import { focusAfter } from '../../shared/records/use-delete-with-undo.ts'
import { showFailure } from '../../ui/feedback/messages.tsx'
import { useSingleKeys } from '../../ui/keys/single-keys.ts'
import { BulkButton } from '../../ui/list/selection/bulk-button.tsx'
import type { Chosen } from '../../ui/list/selection/use-selection.ts'
import {
  ActionButtons,
  ActionsMenu,
  permitted,
  type RecordAction,
} from '../../ui/record/record-actions.tsx'
import { isUnconfirmed, unconfirmedWords } from './address-proof.tsx'
import { useDecide, useMayBringBack } from './use-decide.ts'
import { idOf, nameOf } from './user-types.ts'
import classes from './waiting.module.css'
import { askWaiting } from './waiting.store.ts'

type Props = { user: DeepPartial<User>; after?: (() => void) | undefined }

/** Declines at once where that can be undone; else it asks. */
function useDecline(): (people: readonly DeepPartial<User>[], after?: () => void) => void {
  const mayBringBack = useMayBringBack()
  const { decline } = useDecide()
  return (people, after) => {
    if (!mayBringBack || people.length > 1) return askWaiting({ kind: 'decline', people, after })
    focusAfter(idOf(people[0] ?? {}))
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
      key: 'a',
      decides: true,
      act: () => askWaiting({ kind: 'approve', people: [user], after }),
    },
    {
      label: 'Decline',
      icon: IconUserX,
      key: 'd',
      danger: true,
      decides: true,
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
  const hearsKeys = useSingleKeys(({ on }) => on)
  return (
    <span className={classes.inRow}>
      {useWaitingActions({ user }).map(({ label, act, key }) => (
        <Button
          key={label}
          variant="default"
          size="compact-xs"
          tabIndex={-1}
          aria-label={`${label} ${name}`}
          {...(key && hearsKeys && { title: `${label} (${key})`, 'aria-keyshortcuts': key })}
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
  return (
    <>
      <ActionButtons actions={useWaitingActions({ user, after })} />
      {isUnconfirmed(user) && <p>{unconfirmedWords(nameOf(user))}</p>}
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
