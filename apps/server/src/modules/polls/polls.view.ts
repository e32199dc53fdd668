import type { Poll } from '@steward/contract/polls'
import { personOf } from '../person-reference.store.ts'
import { deletedFields } from '../trash.store.ts'
import type { PollRow } from './polls.store.ts'

/** A poll or survey as the contract has it. */
export function pollView(row: PollRow): Poll {
  return {
    _id: row.id,
    kind: row.kind,
    title: row.title,
    description: row.description,
    author: personOf(row.author_id, row.author_name, row.author_image),
    questions: row.questions,
    responseCount: row.response_count,
    opensAt: row.opens_at,
    closesAt: row.closes_at,
    status: row.status,
    version: row.version,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
    ...deletedFields(row),
  }
}
