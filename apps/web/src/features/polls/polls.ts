import { msg, t } from '@steward/i18n/reader'
import type { Poll } from '../../api/answers/records.ts'
import type { RecordArea } from '../../shared/records/record-area.ts'

export const polls: RecordArea<Poll> & { area: 'polls' } = {
  area: 'polls',
  newOne: msg('poll or survey'),
  hasForm: true,
  name: (poll) => poll.title ?? t('Untitled poll'),
}
