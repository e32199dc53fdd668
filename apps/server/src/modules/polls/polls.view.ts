import type { Poll } from '@steward/contract/polls/polls'
import { pollFields } from '@steward/contract/polls/polls.fields'
import { viewOf } from '../records/view.ts'
import type { PollRow } from './polls.store.ts'

/** A poll or survey as the contract has it. */
export const pollView = viewOf<PollRow, Poll>(pollFields, { version: (row) => row.version })
