import { areas } from '@steward/contract/areas'
import { importNeeds } from '@steward/contract/imports.routes'
import type { Poll } from '@steward/contract/polls'
import { pollFields } from '@steward/contract/polls.fields'
import { listOf, textOf } from '../../api/read.ts'
import { lists } from '../../shared/list/lists.ts'
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
import { PollMenu } from './poll-actions.tsx'
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
    textColumn('title', 'Title', (poll) => poll.title, {
      width: 300,
      least: 240,
      lines: 2,
      sort: 'title',
    }),
    textColumn('kind', 'Kind', (poll) => statusWord(textOf(poll.kind) ?? ''), {
      width: 100,
      priority: 6,
    }),
    personColumn('author', 'Author', (poll) => poll.author, { priority: 5 }),
    countColumn('questions', 'Questions', (poll) => listOf(poll.questions).length, {
      hidden: true,
    }),
    countColumn('responses', 'Responses', (poll) => poll.responseCount, {
      sort: 'responseCount',
      priority: 3,
    }),
    timeColumn('closes', 'Closes', (poll) => poll.closesAt, {
      kind: 'planned',
      sort: 'closesAt',
      priority: 4,
    }),
    statusColumn('status', 'Status', (poll) => poll.status),
    timeColumn('opens', 'Opens', (poll) => poll.opensAt, { kind: 'planned', hidden: true }),
    timeColumn('created', 'Created', (poll) => poll.createdAt, { sort: 'createdAt', hidden: true }),
    actionsColumn((poll) => <PollMenu poll={poll} />),
  ],
  filters: [
    { kind: 'choices', key: 'kind', label: 'Kind', choices: choicesOf(pollFields.kind.choices) },
    {
      kind: 'choices',
      key: 'status',
      label: 'Status',
      choices: choicesOf(areas.polls.statuses),
    },
  ],
  title: pollDeletion.name,
}
