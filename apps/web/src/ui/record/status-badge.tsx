import { capitalize } from '@steward/contract/values/capitalize'
import { type Message, msg, t } from '@steward/i18n/reader'
import classes from '../format/cells.module.css'
import { NoValue } from '../format/text.tsx'

type Tone = 'good' | 'info' | 'warn' | 'bad' | 'muted'

const known: Readonly<Record<string, readonly [words: Message, tone?: Tone]>> = {
  active: [msg('Active', 'a status'), 'good'],
  paid: [msg('Paid', 'a status'), 'good'],
  done: [msg('Done', 'a status'), 'good'],
  open: [msg('Open', 'a status'), 'good'],
  live: [msg('Live', 'a status'), 'good'],
  available: [msg('Available', 'a status'), 'good'],
  confirmed: [msg('Confirmed', 'a status'), 'good'],
  scheduled: [msg('Scheduled', 'a status'), 'info'],
  doing: [msg('Doing', 'a status'), 'info'],
  due: [msg('Due', 'a status'), 'info'],
  normal: [msg('Normal', 'a priority'), 'info'],
  pending: [msg('Pending', 'a status'), 'warn'],
  reserved: [msg('Reserved', 'a status'), 'warn'],
  high: [msg('High', 'a priority'), 'warn'],
  not_confirmed: [msg('Not confirmed', 'a status'), 'warn'],
  deleted: [msg('Deleted', 'a status'), 'bad'],
  overdue: [msg('Overdue', 'a status'), 'bad'],
  urgent: [msg('Urgent', 'a priority'), 'bad'],
  on: [msg('On', 'a status'), 'good'],
  off: [msg('Off', 'a status')],
  sent: [msg('Sent', 'a status'), 'good'],
  waiting: [msg('Waiting', 'a status'), 'info'],
  failing: [msg('Failing', 'a status'), 'bad'],
  failed: [msg('Failed', 'a status'), 'bad'],
  withheld: [msg('Withheld', 'a status')],
  expired: [msg('Expired', 'a status')],
  revoked: [msg('Revoked', 'a status'), 'bad'],
  asked: [msg('Asked', 'a status'), 'info'],
  declined: [msg('Declined', 'a status'), 'bad'],
  approved: [msg('Approved', 'a status'), 'good'],
  agreed: [msg('Agreed', 'a status'), 'good'],
  used: [msg('Done', 'a status'), 'good'],
  rejected: [msg('Rejected', 'a status'), 'bad'],
  withdrawn: [msg('Withdrawn', 'a status')],
  refused: [msg('Refused', 'a status'), 'bad'],
  inactive: [msg('Inactive', 'a status')],
  ended: [msg('Ended', 'a status')],
  cancelled: [msg('Cancelled', 'a status')],
  draft: [msg('Draft', 'a status')],
  closed: [msg('Closed', 'a status')],
  todo: [msg('To do', 'a status')],
  void: [msg('Void', 'a status')],
  sold: [msg('Sold', 'a status')],
  low: [msg('Low', 'a priority')],
  admin: [msg('Admin', 'type of a person')],
  business: [msg('Business', 'type of a person')],
  member: [msg('Member', 'type of a person')],
  poll: [msg('Poll')],
  survey: [msg('Survey')],
}

/** A status as a message, for data whose texts are translated where they are shown. */
export const statusMessage = (status: string): Message =>
  known[status]?.[0] ?? capitalize(status.replaceAll(/[_-]+/g, ' '))

/** A status as words: `in_review` → `In review`. */
export const statusWord = (status: string): string => t(statusMessage(status))

/** A status as a coloured dot with a word; unknown statuses are grey. */
export function StatusBadge({ status }: { status: string | null | undefined }) {
  if (!status) return <NoValue />
  return (
    <span className={classes.status} data-tone={known[status.toLowerCase()]?.[1] ?? 'muted'}>
      {statusWord(status)}
    </span>
  )
}
