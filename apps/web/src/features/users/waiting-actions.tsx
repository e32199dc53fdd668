import { Button } from '@mantine/core'
import { t } from '@steward/i18n/reader'
import { IconUserCheck, IconUserX } from '@tabler/icons-react'
import type { User } from '../../api/answers/records.ts'
import { isUnconfirmed, nameOf } from '../../shared/people/user-types.ts'
import { focusAfter } from '../../shared/records/use-delete-with-undo.ts'
import { openDialog } from '../../ui/dialog/open-dialog.ts'
import { useSingleKeys } from '../../ui/keys/single-keys.ts'
import { BulkButton } from '../../ui/list/selection/bulk-button.tsx'
import type { Chosen } from '../../ui/list/selection/use-selection.ts'
import { showFailure } from '../../ui/messages/messages.tsx'
import { dialogPart } from '../../ui/page/lazy-part.tsx'
import { ActionsMenu, permitted, type RecordAction } from '../../ui/record/record-actions.tsx'
import { useDecide, useMayBringBack } from './use-decide.ts'

const ApproveDialog = dialogPart(async () => (await import('./waiting-dialogs.tsx')).ApproveDialog)
const DeclineDialog = dialogPart(async () => (await import('./waiting-dialogs.tsx')).DeclineDialog)

type Props = { user: User }

/** The actions on a person who waits; declining asks first unless it can be undone. */
export function useWaitingActions(user: User, after?: () => void): RecordAction[] {
  const mayBringBack = useMayBringBack()
  const { decline } = useDecide()
  const declineNow = async () => {
    focusAfter(user._id)
    const [left] = (await decline([user])).undecided
    if (left) showFailure(left.failure)
    else after?.()
  }
  return permitted([
    !isUnconfirmed(user) && {
      label: t('Approve…'),
      icon: IconUserCheck,
      key: 'a',
      decides: true,
      act: () => openDialog(<ApproveDialog people={[user]} after={after} />),
    },
    {
      label: t('Decline'),
      icon: IconUserX,
      key: 'd',
      danger: true,
      decides: true,
      act: () => {
        if (mayBringBack) void declineNow()
        else openDialog(<DeclineDialog people={[user]} after={after} />)
      },
    },
  ])
}

export function WaitingMenu({ user }: Props) {
  return <ActionsMenu name={nameOf(user)} actions={useWaitingActions(user)} />
}

/** The same actions as buttons in the row, which the right arrow key leads to. */
export function WaitingRowButtons({ user }: Props) {
  const name = nameOf(user)
  const hearsKeys = useSingleKeys(({ on }) => on)
  return (
    <span style={{ display: 'inline-flex', flexWrap: 'wrap', justifyContent: 'flex-end', gap: 6 }}>
      {useWaitingActions(user).map(({ label, act, key }) => (
        <Button
          key={label}
          size="compact-xs"
          tabIndex={-1}
          // i18n: “Approve… Ada Lovelace”: what a button does, and with whom
          aria-label={t('{action} {name}', { action: label, name })}
          {...(key &&
            hearsKeys && {
              title: t('{action} ({key})', { action: label, key }),
              'aria-keyshortcuts': key,
            })}
          onClick={act}
        >
          {label}
        </Button>
      ))}
    </span>
  )
}

export function WaitingBulk({ chosen }: { chosen: Chosen<User> }) {
  const people = [...chosen.rows.values()].map(({ record }) => record)
  const of = { people, after: chosen.clear }
  return (
    <>
      <BulkButton
        label={t('Approve…')}
        icon={IconUserCheck}
        onClick={() => openDialog(<ApproveDialog {...of} />)}
      />
      <BulkButton
        label={t('Decline…')}
        icon={IconUserX}
        onClick={() => openDialog(<DeclineDialog {...of} />)}
      />
    </>
  )
}
