import { listings } from '@steward/contract/areas/listings'
import type { Poll } from '@steward/contract/polls/polls'
import { pollFields } from '@steward/contract/polls/polls.fields'
import type { Updateable } from 'kysely'
import type { PollsTable } from '../../db/tables/tables.ts'
import * as field from '../../import/fields.ts'
import { readRoundedCount } from '../../import/values.ts'
import { defineArea } from '../records/area.ts'
import { type Column, number, text } from '../records/export-columns.ts'
import { exportColumnsOf, importFieldsOf } from '../records/files.ts'
import { updating } from '../records/revert.ts'
import { mergeQuestions } from './poll-questions.rules.ts'
import { buildQuestions, isPollField } from './poll-questions.ts'
import { type PollResult, pollResults } from './poll-results.ts'
import { pollDeletion } from './polls.deletion.ts'
import { mustCloseAfterOpening } from './polls.rules.ts'
import { countOptions, type PollRow, pollConditions, pollListing } from './polls.store.ts'
import { pollView } from './polls.view.ts'

const { statuses } = listings.polls

const resultColumns: Readonly<Record<string, Column<PollResult>>> = {
  _id: text('ID', (result) => result._id),
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
  columns: exportColumnsOf<Poll>(pollFields, {
    questions: (poll) => poll.questions.map((each) => each.text).join('\n'),
  }),
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
      fields: importFieldsOf(pollFields, statuses, {
        responseCount: { reader: field.readPlain(readRoundedCount) },
      }),
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
