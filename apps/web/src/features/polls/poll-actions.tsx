import { permission } from '@steward/contract/permissions/permissions'
import type { Poll } from '@steward/contract/polls/polls'
import { IconLock, IconLockOpen, IconPencil, IconSend } from '@tabler/icons-react'
import { call } from '../../api/client.ts'
import { useHasCall } from '../../api/missing-calls.ts'
import { type DeepPartial, isDeleted, textOf } from '../../api/read.ts'
import { useDeletion } from '../../shared/records/deletion-actions.tsx'
import { useChange } from '../../shared/records/use-change.ts'
import { useEdit } from '../../ui/form/use-editing.ts'
import { useCan } from '../../ui/permissions/permitted.tsx'
import { ActionButtons, ActionsMenu, permitted } from '../../ui/record/record-actions.tsx'
import { pollDeletion } from './poll-deletion.ts'

/** Whether the person may change a poll as it stands, and the server can. */
export function useMayChange(): (poll: DeepPartial<Poll>) => boolean {
  const has = useHasCall('polls.update')
  const may = useCan()(permission('Community', 'Polls and surveys', 'update'))
  return (poll) => has && may && !isDeleted(poll)
}

/** What comes after each state, and what that is called. */
const next = {
  draft: { label: 'Open now', icon: IconSend, to: 'open', words: 'Opened' },
  open: { label: 'Close now', icon: IconLock, to: 'closed', words: 'Closed' },
  closed: { label: 'Reopen', icon: IconLockOpen, to: 'open', words: 'Reopened' },
} as const

function usePollActions(poll: DeepPartial<Poll>, close?: () => void) {
  const may = useMayChange()(poll)
  const edit = useEdit()
  const change = useChange<Poll>({ area: 'polls', named: 'poll' })
  const deletion = useDeletion(pollDeletion, poll, { close })
  const id = textOf(poll._id)
  if (id === null) return []
  const then = poll.status ? next[poll.status] : undefined
  return permitted([
    may && { label: 'Edit', icon: IconPencil, key: 'e', act: () => edit(id) },
    may &&
      then !== undefined && {
        label: then.label,
        icon: then.icon,
        key: 's',
        act: () =>
          change(poll, pollDeletion.name(poll), {
            shown: { status: then.to },
            send: (id, version) =>
              call('polls.update', { params: { id }, body: { status: then.to, ...version } }),
            words: then.words,
          }),
      },
    ...deletion,
  ])
}

/** The menu of a poll's row. */
export function PollMenu({ poll }: { poll: DeepPartial<Poll> }) {
  return <ActionsMenu name={pollDeletion.name(poll)} actions={usePollActions(poll)} />
}

/** The same in the drawer, which a deletion closes. */
export function PollButtons(props: { poll: DeepPartial<Poll>; onDone: () => void }) {
  return <ActionButtons actions={usePollActions(props.poll, props.onDone)} />
}
