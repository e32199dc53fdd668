import type { BulkAction } from '@steward/contract/areas/areas'
import type { UserType } from '@steward/contract/users/users'
import { msg, t } from '@steward/i18n/reader'
import { type Icon, IconShoppingBag, IconUserCheck, IconUserOff } from '@tabler/icons-react'
import type { User } from '../../api/answers/records.ts'
import { AskJob } from '../../shared/jobs/ask-job.tsx'
import { feedNeeds, needed, userTypes } from '../../shared/people/user-types.ts'
import { useUndo } from '../../shared/undo/undo-needs.ts'
import { openDialog } from '../../ui/dialog/open-dialog.ts'
import { inSentences } from '../../ui/format/phrases.ts'
import { BulkButton, BulkMenu, bulkButtons } from '../../ui/list/selection/bulk-button.tsx'
import type { Chosen } from '../../ui/list/selection/use-selection.ts'
import { type Can, useCan } from '../../ui/permissions/permitted.tsx'
import { GiveRole } from './give-role.tsx'

type PeopleAction = keyof typeof actions

const jobOf = <A extends BulkAction>(action: A, status?: string) => ({
  action,
  ...(status !== undefined && { patch: { status } }),
})

/** For each action what the server does, and what is said before. */
const actions = {
  activate: {
    job: jobOf('status', 'active'),
    after: msg('They can sign in again.'),
  },
  deactivate: {
    job: jobOf('status', 'inactive'),
    after: msg('They are signed out immediately and can’t sign in until you activate them again.'),
  },
  openFeed: {
    job: jobOf('feed', 'active'),
    after: msg('They can use the shopping feed again.'),
  },
  closeFeed: {
    job: jobOf('feed', 'inactive'),
    after: msg('They can’t use the shopping feed until you open it again.'),
  },
  delete: {
    job: jobOf('delete'),
    after: msg('They are signed out immediately and leave the list. You can restore them later.'),
  },
  restore: {
    job: jobOf('restore'),
    after: msg(
      'They keep their status and role. Admins are e-mailed a link to set a new password.',
    ),
  },
  purge: {
    job: jobOf('purge'),
    after: msg('This can’t be undone. Their accounts and pictures are deleted too.'),
  },
} as const satisfies Record<
  string,
  { job: { action: BulkAction; patch?: { status: string } }; after: string }
>

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
    may(can, type, action) && (
      <BulkButton key={action} {...look} label={t(look.label)} onClick={() => ask(action)} />
    )
  if (props.deleted)
    return (
      <>
        {button('restore', bulkButtons.restore)}
        {button('purge', bulkButtons.purge)}
      </>
    )
  return (
    <>
      {button('deactivate', { label: t('Deactivate'), icon: IconUserOff })}
      {button('activate', { label: t('Activate'), icon: IconUserCheck })}
      {can(feedNeeds) && (
        <BulkMenu
          label={t('Shopping feed')}
          icon={IconShoppingBag}
          choices={[
            { value: 'closeFeed', label: t('Close', {}, 'verb: a shopping feed') },
            { value: 'openFeed', label: t('Open', {}, 'verb: a shopping feed') },
          ]}
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
  const consequences = [
    t(after),
    t('People you can’t change are skipped and listed with the reason.'),
    ...(canUndo && job.action !== 'purge' ? [t('You can undo this afterwards.')] : []),
  ]
  return (
    <AskJob
      area="users"
      job={job}
      chosen={chosen}
      narrow={{ type }}
      which={t(userTypes[type].count, { count: chosen.size })}
    >
      {inSentences(consequences)}
    </AskJob>
  )
}
