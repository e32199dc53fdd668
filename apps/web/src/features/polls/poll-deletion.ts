import type { Poll } from '@steward/contract/polls/polls'
import { textOf } from '../../api/read.ts'
import type { Deletable } from '../../shared/records/deletable.ts'

/** Polls and surveys, as they are deleted. */
export const pollDeletion: Deletable<Poll> = {
  area: 'polls',
  name: (poll) => textOf(poll.title) ?? 'Untitled poll',
}
