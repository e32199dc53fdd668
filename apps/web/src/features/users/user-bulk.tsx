import type { BulkAction } from '@steward/contract/areas/areas'
import type { UserType } from '@steward/contract/users/users'
import { type Icon, IconShoppingBag, IconUserCheck, IconUserOff } from '@tabler/icons-react'
import type { User } from '../../api/answers/records.ts'
import { AskJob } from '../../shared/jobs/ask-job.tsx'
import { feedNeeds, needed, userTypes } from '../../shared/people/user-types.ts'
import { useUndo } from '../../shared/undo/undo-needs.ts'
import { openDialog } from '../../ui/dialog/open-dialog.ts'
import { counted } from '../../ui/format/locale.ts'
import { BulkButton, BulkMenu, bulkButtons } from '../../ui/list/selection/bulk-button.tsx'
import type { Chosen } from '../../ui/list/selection/use-selection.ts'
import { type Can, useCan } from '../../ui/permissions/permitted.tsx'
import { GiveRole } from './give-role.tsx'

type PeopleAction = keyof typeof actions

/** For each action what the server does, and what is said before. */
const actions = {
  activate: {
    job: { action: 'status', patch: { status: 'active' } },
    after: 'They can sign in again.',
  },
  deactivate: {
    job: { action: 'status', patch: { status: 'inactive' } },
    after: 'They are signed out immediately and can’t sign in until you activate them again.',
  },
  openFeed: {
    job: { action: 'feed', patch: { status: 'active' } },
    after: 'They can use the shopping feed again.',
  },
  closeFeed: {
    job: { action: 'feed', patch: { status: 'inactive' } },
    after: 'They can’t use the shopping feed until you open it again.',
  },
  delete: {
    job: { action: 'delete' },
    after: 'They are signed out immediately and leave the list. You can restore them later.',
  },
  restore: {
    job: { action: 'restore' },
    after: 'They keep their status and role. Admins are e-mailed a link to set a new password.',
  },
  purge: {
    job: { action: 'purge' },
    after: 'This can’t be undone. Their accounts and pictures are deleted too.',
  },
} as const satisfies Record<
  string,
  { job: { action: BulkAction; patch?: { status: string } }; after: string }
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
  const { job, after } = actions[props.action]
  const { one, many } = userTypes[type]
  return (
    <AskJob
      area="users"
      job={job}
      chosen={chosen}
      narrow={{ type }}
      which={counted(chosen.size, one, many)}
    >
      {after} People you can’t change are skipped and listed with the reason.
      {canUndo && job.action !== 'purge' && ' You can undo this afterwards.'}
    </AskJob>
  )
}
