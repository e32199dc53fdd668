import type { Poll } from '@steward/contract/polls/polls'
import { textOf } from '../../api/read.ts'
import type { RecordArea } from '../../shared/records/record-area.ts'

/** The polls and surveys. */
export const polls: RecordArea<Poll> & { area: 'polls' } = {
  area: 'polls',
  newOne: 'poll or survey',
  hasForm: true,
  name: (poll) => textOf(poll.title) ?? 'Untitled poll',
}
