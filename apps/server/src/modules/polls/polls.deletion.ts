import { deletionOf } from '../records/deletion.ts'
import { type PollRow, pollListing } from './polls.store.ts'
import { pollView } from './polls.view.ts'

/** Deleting polls and surveys and bringing them back. */
export const pollDeletion = deletionOf({
  area: 'polls',
  table: 'polls',
  listing: pollListing,
  view: pollView,
  name: (poll) => poll.title,
  deleted: (poll: PollRow) => `“${poll.title}” deleted.`,
  restored: (poll) => `“${poll.title}” restored.`,
})
