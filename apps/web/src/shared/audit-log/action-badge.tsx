import type { AuditEntry } from '@steward/contract/audit-log/audit-log'
import type { AuditAction } from '@steward/contract/audit-log/audit-log.routes'
import {
  IconArrowBackUp,
  IconDownload,
  IconFlagOff,
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
  create: ['Created', IconPlus, 'good'],
  update: ['Changed', IconPencil, 'info'],
  status: ['Status changed', IconRefresh, 'info'],
  image: ['Picture changed', IconPhoto, 'info'],
  delete: ['Deleted', IconTrash, 'bad'],
  restore: ['Restored', IconArrowBackUp, 'good'],
  purge: ['Deleted permanently', IconTrashX, 'bad'],
  undo: ['Undone', IconArrowBackUp, 'info'],
  comment: ['Commented', IconMessage, 'info'],
  keep: ['Kept', IconFlagOff, 'good'],
  'sign-in': ['Signed in', IconLogin2, 'muted'],
  'sign-in-failed': ['Sign-in failed', IconUserX, 'bad'],
  'sign-out': ['Signed out', IconLogout, 'muted'],
  'session-end': ['Session ended', IconLogout, 'muted'],
  export: ['Exported', IconDownload, 'muted'],
  import: ['Imported', IconUpload, 'muted'],
  job: ['Job started', IconProgress, 'muted'],
}

const lookByAction = new Map(Object.entries(looks))

function lookOf(action: unknown): Look {
  const text = textOf(action) ?? ''
  return lookByAction.get(text) ?? [statusWord(text), IconPencil, 'muted']
}

export const actionWord = (action: unknown): string => lookOf(action)[0]

export const entryTitle = (entry: AuditEntry): string =>
  `${actionWord(entry.action)}: ${recordWords(entry)}`

/** An audited action as an icon with words, so that colour is never the only sign. */
export function ActionBadge({ action }: { action: unknown }) {
  const [words, Icon, tone] = lookOf(action)
  return (
    <span className={classes.badge} data-tone={tone}>
      <Icon size="0.875rem" aria-hidden />
      {words}
    </span>
  )
}
