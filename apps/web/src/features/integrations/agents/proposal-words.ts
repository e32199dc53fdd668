import { areas } from '@steward/contract/areas/areas'
import type { ProposalAction } from '@steward/contract/proposals/proposable'
import type { Proposal } from '@steward/contract/proposals/proposals'
import { type Message, msg, t } from '@steward/i18n/reader'
import { jobWords } from '../../../shared/acts/job-words.ts'
import { inRow } from '../../../ui/format/phrases.ts'

/** What a proposal would do, such as `Delete 12 posts`. */
export function proposalTitle({ area, action, patch, count }: Proposal): string {
  const records = t(areas[area].count, { count })
  if (action === 'create') return t('Create {records}', { records })
  if (action === 'update') return t('Edit {records}', { records })
  return jobWords({ area, action, patch }, records).title
}

/** What agents may be allowed to do, in the words of the bounds. */
export const actionWords: Readonly<Record<ProposalAction, Message>> = {
  create: msg('Create'),
  update: msg('Edit'),
  status: msg('Change the status'),
  delete: msg('Delete'),
  restore: msg('Restore'),
  keep: msg('Keep reported posts'),
  feed: msg('Open and close shopping feeds'),
  role: msg('Give roles'),
}

/** How much a proposal concerns, in one line. */
export function blastRadius({ area, count, people }: Proposal): string {
  const parts = [t(areas[area].count, { count })]
  if (area !== 'users' && people > 0) {
    parts.push(t('{count, plural, one {about # person} other {about # people}}', { count: people }))
  }
  return inRow(parts)
}

/** What no undo takes back; empty where everything can be. */
export function irreversible({ irreversible: { mails, sessions } }: Proposal): string[] {
  return [
    ...(mails > 0
      ? [
          t('{count, plural, one {up to # e-mail is sent} other {up to # e-mails are sent}}', {
            count: mails,
          }),
        ]
      : []),
    ...(sessions > 0
      ? [
          t('{count, plural, one {# person is signed out} other {# people are signed out}}', {
            count: sessions,
          }),
        ]
      : []),
  ]
}
