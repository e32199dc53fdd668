import { listings } from '@steward/contract/listings'
import type { Poll } from '@steward/contract/polls'
import type { Updateable } from 'kysely'
import type { PollsTable } from '../../db/tables.ts'
import * as field from '../../import/fields.ts'
import { readRoundedCount } from '../../import/values.ts'
import { defineArea } from '../area.ts'
import { type Column, number, recordColumns, text, time } from '../export-columns.ts'
import { updating } from '../revert.ts'
import { mergeQuestions } from './poll-questions.rules.ts'
import { buildQuestions, isPollField } from './poll-questions.ts'
import { type PollResult, pollResults } from './poll-results.ts'
import { pollDeletion } from './polls.deletion.ts'
import { mustCloseAfterOpening } from './polls.rules.ts'
import { countOptions, type PollRow, pollConditions, pollListing } from './polls.store.ts'
import { pollView } from './polls.view.ts'

const { statuses, filters } = listings.polls

const resultColumns: Readonly<Record<string, Column<PollResult>>> = {
  _id: recordColumns._id,
  kind: text('Kind', (result) => result.kind),
  title: text('Title', (result) => result.title),
  status: text('Status', (result) => result.status),
  responseCount: number('Responses', (result) => result.responseCount),
  questionNumber: number('Question number', (result) => result.questionNumber),
  question: text('Question', (result) => result.question),
  option: text('Option', (result) => result.option),
  votes: number('Votes', (result) => result.votes),
  percent: text('Percent', (result) => result.percent),
}

/** Polls and surveys, as exports and imports know them. */
export const pollsArea = defineArea<'polls', PollRow, Poll>('polls', {
  listing: pollListing,
  conditions: (query) => pollConditions(query),
  view: pollView,
  columns: {
    ...recordColumns,
    kind: text('Kind', (poll) => poll.kind),
    title: text('Title', (poll) => poll.title),
    description: text('Description', (poll) => poll.description),
    author: text('Author', (poll) => poll.author?.name),
    questions: text('Questions', (poll) => poll.questions.map((each) => each.text).join('\n')),
    responseCount: number('Responses', (poll) => poll.responseCount),
    opensAt: time('Opens', (poll) => poll.opensAt),
    closesAt: time('Closes', (poll) => poll.closesAt),
    status: text('Status', (poll) => poll.status),
  },
  lists: {
    pollResults: {
      records: (row) => pollResults(pollView(row)),
      columns: resultColumns,
      count: countOptions,
    },
  },
  imports: {
    polls: {
      table: 'polls',
      fields: {
        kind: { reader: field.choice(filters.kind), column: 'kind', fallback: 'poll' },
        title: { reader: field.line, column: 'title', required: true },
        description: { reader: field.long, column: 'description' },
        author: { reader: field.person(), column: 'author_id' },
        responseCount: {
          reader: field.readPlain(readRoundedCount),
          column: 'response_count',
          fallback: 0,
        },
        opensAt: { reader: field.time, column: 'opens_at' },
        closesAt: { reader: field.time, column: 'closes_at' },
        status: { reader: field.choice(statuses), column: 'status', fallback: 'open' },
        ...field.dated,
      },
      accepts: isPollField,
      finish: buildQuestions,
    },
  },
  bulk: pollDeletion.actions,
  revert: {
    ...pollDeletion.revert,
    update: updating('polls', async (_at, poll, columns) => {
      const { questions, opens_at, closes_at } = columns as Updateable<PollsTable>
      if (questions) mergeQuestions(poll.questions, questions as Poll['questions'])
      mustCloseAfterOpening(poll, { opensAt: opens_at, closesAt: closes_at })
    }),
  },
})
