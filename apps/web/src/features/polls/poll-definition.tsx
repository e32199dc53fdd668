import { areas } from '@steward/contract/areas'
import { importNeeds } from '@steward/contract/imports.routes'
import type { Poll } from '@steward/contract/polls'
import { listOf, textOf } from '../../api/read.ts'
import { lists } from '../../shared/list/lists.ts'
import { DeletionMenu } from '../../shared/records/deletion-actions.tsx'
import {
  actionsColumn,
  choicesOf,
  countColumn,
  personColumn,
  statusColumn,
  textColumn,
  timeColumn,
} from '../../ui/list/columns.tsx'
import type { ListDefinition } from '../../ui/list/list-definition.ts'
import { statusWord } from '../../ui/record/status-badge.tsx'
import { pollDeletion } from './poll-deletion.ts'

/** The list of polls and surveys. */
export const pollDefinition: ListDefinition<Poll> = {
  list: lists.polls,
  imports: { what: 'polls', needs: [importNeeds.polls] },
  exports: {
    area: 'polls',
    columns: {
      responses: 'responseCount',
      opens: 'opensAt',
      closes: 'closesAt',
      created: 'createdAt',
    },
  },
  searchHint: 'Search by title',
  searched: (poll) => [poll.title],
  columns: [
    textColumn('title', 'Title', (poll) => poll.title, { width: 300, sort: 'title' }),
    textColumn('kind', 'Kind', (poll) => statusWord(textOf(poll.kind) ?? ''), { width: 100 }),
    personColumn('author', 'Author', (poll) => poll.author),
    countColumn('questions', 'Questions', (poll) => listOf(poll.questions).length, {
      width: 110,
      hidden: true,
    }),
    countColumn('responses', 'Responses', (poll) => poll.responseCount, {
      width: 130,
      sort: 'responseCount',
    }),
    timeColumn('closes', 'Closes', (poll) => poll.closesAt, { sort: 'closesAt' }),
    statusColumn('status', 'Status', (poll) => poll.status),
    timeColumn('opens', 'Opens', (poll) => poll.opensAt, { hidden: true }),
    timeColumn('created', 'Created', (poll) => poll.createdAt, { sort: 'createdAt', hidden: true }),
    actionsColumn((poll) => <DeletionMenu of={pollDeletion} record={poll} />),
  ],
  filters: [
    { kind: 'choices', key: 'kind', label: 'Kind', choices: choicesOf(areas.polls.filters.kind) },
    {
      kind: 'choices',
      key: 'status',
      label: 'Status',
      choices: choicesOf(areas.polls.statuses),
    },
  ],
  title: pollDeletion.name,
}
