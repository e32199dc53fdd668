import { msg, t } from '@steward/i18n/reader'
import { IconLock, IconLockOpen, IconSend } from '@tabler/icons-react'
import { actionsOf } from '../../shared/records/area-actions.tsx'
import { useChange } from '../../shared/records/use-change.ts'
import { polls } from './polls.ts'

const next = {
  draft: { label: msg('Open now'), icon: IconSend, to: 'open', words: msg('Opened') },
  open: {
    label: msg('Close now'),
    icon: IconLock,
    to: 'closed',
    words: msg('Closed', 'a poll was closed'),
  },
  closed: { label: msg('Reopen'), icon: IconLockOpen, to: 'open', words: msg('Reopened') },
} as const

export const { Menu: PollMenu, Buttons: PollButtons } = actionsOf(polls, (poll, { may }) => {
  const change = useChange(polls)
  if (!may || !poll.status) return []
  const { to: status, label, words, icon } = next[poll.status]
  const fields = { status }
  const act = () => change(poll, { sent: fields, shown: fields, words: t(words) })
  return [{ label: t(label), icon, key: 's', act }]
})
