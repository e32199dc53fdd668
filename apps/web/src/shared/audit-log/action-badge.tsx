import type { AuditAction } from '@steward/contract/system/audit-log.routes'
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
import { textOf } from '../../api/read.ts'
import classes from './action-badge.module.css'
import { actionWord } from './words.ts'

type Tone = 'good' | 'bad' | 'info' | 'muted'

const looks: Readonly<Record<AuditAction, [typeof IconPlus, Tone]>> = {
  create: [IconPlus, 'good'],
  update: [IconPencil, 'info'],
  status: [IconRefresh, 'info'],
  image: [IconPhoto, 'info'],
  delete: [IconTrash, 'bad'],
  restore: [IconArrowBackUp, 'good'],
  purge: [IconTrashX, 'bad'],
  undo: [IconArrowBackUp, 'info'],
  comment: [IconMessage, 'info'],
  keep: [IconFlagOff, 'good'],
  'sign-in': [IconLogin2, 'muted'],
  'sign-in-failed': [IconUserX, 'bad'],
  'sign-out': [IconLogout, 'muted'],
  'session-end': [IconLogout, 'muted'],
  export: [IconDownload, 'muted'],
  import: [IconUpload, 'muted'],
  job: [IconProgress, 'muted'],
}

/** An audited action as an icon with words, so that colour is never the only sign. */
export function ActionBadge({ action }: { action: unknown }) {
  const text = textOf(action) ?? ''
  const known = Object.hasOwn(looks, text) ? looks[text as AuditAction] : undefined
  const [Icon, tone] = known ?? [IconPencil, 'muted']
  return (
    <span className={classes.badge} data-tone={tone}>
      <Icon size="0.875rem" aria-hidden />
      {actionWord(action)}
    </span>
  )
}
