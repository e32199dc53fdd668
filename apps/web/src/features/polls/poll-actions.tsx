import { IconLock, IconLockOpen, IconSend } from '@tabler/icons-react'
import { actionsOf } from '../../shared/records/area-actions.tsx'
import { useChange } from '../../shared/records/use-change.ts'
import { polls } from './polls.ts'

const next = {
  draft: { label: 'Open now', icon: IconSend, to: 'open', words: 'Opened' },
  open: { label: 'Close now', icon: IconLock, to: 'closed', words: 'Closed' },
  closed: { label: 'Reopen', icon: IconLockOpen, to: 'open', words: 'Reopened' },
} as const

export const { Menu: PollMenu, Buttons: PollButtons } = actionsOf(polls, (poll, { may }) => {
  const change = useChange(polls)
  if (!may || !poll.status) return []
  const { to: status, words, ...look } = next[poll.status]
  const fields = { status }
  return [{ ...look, key: 's', act: () => change(poll, { sent: fields, shown: fields, words }) }]
})
