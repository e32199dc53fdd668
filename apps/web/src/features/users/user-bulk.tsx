import type { BulkAction } from '@steward/contract/areas/areas'
import type { UserType } from '@steward/contract/users/users'
import { type Icon, IconShoppingBag, IconUserCheck, IconUserOff } from '@tabler/icons-react'
import type { User } from '../../api/records.ts'
import { useStartJob } from '../../shared/jobs/use-start-job.ts'
import { feedNeeds, needed, userTypes } from '../../shared/people/user-types.ts'
import { useUndo } from '../../shared/undo/undo-needs.ts'
import { ConfirmDialog } from '../../ui/feedback/dialog.tsx'
import { closeDialog, openDialog } from '../../ui/feedback/open-dialog.ts'
import { counted } from '../../ui/format/locale.ts'
import { BulkButton, BulkMenu, bulkButtons } from '../../ui/list/selection/bulk-button.tsx'
import type { Chosen } from '../../ui/list/selection/use-selection.ts'
import { type Can, useCan } from '../../ui/permissions/permitted.tsx'
import { GiveRole } from './give-role.tsx'

type PeopleAction = keyof typeof actions

/** For each action what the server does, and the words of its confirmation. */
const actions = {
  activate: {
    job: { action: 'status', patch: { status: 'active' } },
    verb: 'Activate',
    after: 'They can sign in again.',
  },
  deactivate: {
    job: { action: 'status', patch: { status: 'inactive' } },
    verb: 'Deactivate',
    after: 'They are signed out immediately and can’t sign in until you activate them again.',
  },
  openFeed: {
    job: { action: 'feed', patch: { status: 'active' } },
    verb: 'Open the shopping feed of',
    after: 'They can use the shopping feed again.',
  },
  closeFeed: {
    job: { action: 'feed', patch: { status: 'inactive' } },
    verb: 'Close the shopping feed of',
    after: 'They can’t use the shopping feed until you open it again.',
  },
  delete: {
    job: { action: 'delete' },
    verb: 'Delete',
    after: 'They are signed out immediately and leave the list. You can restore them later.',
  },
  restore: {
    job: { action: 'restore' },
    verb: 'Restore',
    after: 'They keep their status and role. Admins are e-mailed a link to set a new password.',
  },
  purge: {
    job: { action: 'purge' },
    verb: 'Delete',
    after: 'This can’t be undone. Their accounts and pictures are deleted too.',
  },
} as const satisfies Record<
  string,
  { job: { action: BulkAction; patch?: { status: string } }; verb: string; after: string }
>

const feedActions = [
  { value: 'closeFeed', label: 'Close' },
  { value: 'openFeed', label: 'Open' },
] as const

const may = (can: Can, type: UserType, action: PeopleAction): boolean => {
  const { job } = actions[action]
  if (job.action === 'feed') return can(feedNeeds)
  return can(needed(type, job.action === 'restore' ? 'delete' : job.action))
}

export function UserBulk(props: { chosen: Chosen<User>; type: UserType; deleted: boolean }) {
  const { chosen, type } = props
  const can = useCan()
  const ask = (action: PeopleAction) =>
    openDialog(<AskPeople chosen={chosen} type={type} action={action} />)
  const button = (action: PeopleAction, look: { label: string; icon: Icon }) =>
    may(can, type, action) && <BulkButton key={action} {...look} onClick={() => ask(action)} />
  if (props.deleted)
    return (
      <>
        {button('restore', bulkButtons.restore)}
        {button('purge', bulkButtons.purge)}
      </>
    )
  return (
    <>
      {button('deactivate', { label: 'Deactivate', icon: IconUserOff })}
      {button('activate', { label: 'Activate', icon: IconUserCheck })}
      {can(feedNeeds) && (
        <BulkMenu
          label="Shopping feed"
          icon={IconShoppingBag}
          choices={feedActions}
          onChoose={ask}
        />
      )}
      {type === 'admin' && <GiveRole chosen={chosen} />}
      {button('delete', bulkButtons.delete)}
    </>
  )
}

function AskPeople(props: { chosen: Chosen<User>; type: UserType; action: PeopleAction }) {
  const { chosen, type } = props
  const canUndo = useUndo()
  const { start, busy } = useStartJob('users', chosen, {
    narrow: { type },
    onStarted: closeDialog,
  })
  const { job, verb, after } = actions[props.action]
  const which = counted(chosen.size, userTypes[type].one, userTypes[type].many)
  const isPurge = job.action === 'purge'
  const question = `${verb} ${which}${isPurge ? ' permanently' : ''}`
  return (
    <ConfirmDialog
      title={`${question}?`}
      action={question}
      danger={isPurge || job.action === 'delete'}
      focus={isPurge ? 'cancel' : 'action'}
      pending={busy}
      failure={null}
      onConfirm={() => start(job)}
      onClose={closeDialog}
    >
      {after} People you can’t change are skipped and listed with the reason.
      {canUndo && !isPurge && ' You can undo this afterwards.'}
    </ConfirmDialog>
  )
}
