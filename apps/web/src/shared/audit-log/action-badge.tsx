import type { AuditEntry } from '@steward/contract/audit-log/audit-log'
import type { AuditAction } from '@steward/contract/audit-log/audit-log.routes'
import { type Message, msg, t } from '@steward/i18n/reader'
import {
  IconArrowBackUp,
  IconDownload,
  IconEraser,
  IconFlagOff,
  IconLink,
  IconLogin2,
  IconLogout,
  IconMessage,
  IconPencil,
  IconPhoto,
  IconPlus,
  IconProgress,
  IconRefresh,
  IconTrash,
  IconTrashX,
  IconUpload,
  IconUserX,
} from '@tabler/icons-react'
import { textOf } from '../../api/answers/read.ts'
import { statusWord } from '../../ui/record/status-badge.tsx'
import classes from './action-badge.module.css'
import { recordWords } from './words.ts'

type Tone = 'good' | 'bad' | 'info' | 'muted'
type Look = readonly [words: string, icon: typeof IconPlus, tone: Tone]

const looks: Readonly<Record<AuditAction, Look>> = {
  // i18n: what was done to a record, as are all that follow
  create: [msg('Created'), IconPlus, 'good'],
  update: [msg('Changed'), IconPencil, 'info'],
  status: [msg('Status changed', 'an action in the audit log'), IconRefresh, 'info'],
  image: [msg('Picture changed'), IconPhoto, 'info'],
  delete: [msg('Deleted', 'an action in the audit log'), IconTrash, 'bad'],
  restore: [msg('Restored'), IconArrowBackUp, 'good'],
  purge: [msg('Deleted permanently'), IconTrashX, 'bad'],
  undo: [msg('Undone', 'an action in the audit log'), IconArrowBackUp, 'info'],
  comment: [msg('Commented'), IconMessage, 'info'],
  keep: [msg('Kept'), IconFlagOff, 'good'],
  'sign-in': [msg('Signed in'), IconLogin2, 'muted'],
  'sign-in-failed': [msg('Sign-in failed'), IconUserX, 'bad'],
  'sign-out': [msg('Signed out', 'an action in the audit log'), IconLogout, 'muted'],
  'session-end': [msg('Session ended'), IconLogout, 'muted'],
  export: [msg('Exported'), IconDownload, 'muted'],
  import: [msg('Imported', 'an action in the audit log'), IconUpload, 'muted'],
  job: [msg('Job started'), IconProgress, 'muted'],
  erase: [msg('Values erased', 'an action in the audit log'), IconEraser, 'bad'],
  reseal: [msg('Hash chain begun anew'), IconLink, 'muted'],
}

const lookByAction = new Map(Object.entries(looks))

function lookOf(action: unknown): Look {
  const text = textOf(action) ?? ''
  return lookByAction.get(text) ?? [statusWord(text), IconPencil, 'muted']
}

/** What was done, as a message, such as `Created`. */
export const actionMessage = (action: unknown): Message => lookOf(action)[0]

export const actionWord = (action: unknown): string => t(actionMessage(action))

export const entryTitle = (entry: AuditEntry): string =>
  // i18n: such as “Deleted: Water bill”
  t('{action}: {record}', { action: actionWord(entry.action), record: recordWords(entry) })

/** An audited action as an icon with words, so that colour is never the only sign. */
export function ActionBadge({ action }: { action: unknown }) {
  const [words, Icon, tone] = lookOf(action)
  return (
    <span className={classes.badge} data-tone={tone}>
      <Icon size="0.875rem" aria-hidden />
      {t(words)}
    </span>
  )
}
