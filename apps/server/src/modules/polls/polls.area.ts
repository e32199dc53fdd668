import { listings } from '@steward/contract/areas/listings'
import type { Poll } from '@steward/contract/polls/polls'
import { pollFields } from '@steward/contract/polls/polls.fields'
import * as field from '../../importer/fields.ts'
import { readRoundedCount } from '../../importer/values.ts'
import { plainColumns } from '../records/columns.ts'
import { contentArea } from '../records/content-area.ts'
import { columnsOf } from '../records/export-columns.ts'
import { importFieldsOf } from '../records/import-fields.ts'
import { mergeQuestions, mustFitKind } from './poll-questions.rules.ts'
import { buildQuestions, isPollField } from './poll-questions.ts'
import { type PollResult, pollResults } from './poll-results.ts'
import { mustCloseAfterOpening, pollColumns, statusOf } from './polls.rules.ts'
import { countOptions, type PollRow, pollStore } from './polls.store.ts'

const { statuses } = listings.polls

const resultColumns = columnsOf<PollResult>({
  _id: 'ID',
  kind: 'Kind',
  title: 'Title',
  status: 'Status',
  responseCount: 'Responses',
  questionNumber: 'Question number',
  question: 'Question',
  option: 'Option',
  votes: 'Votes',
  percent: 'Percent',
})

const kindWord = ({ kind }: Poll) => (kind === 'poll' ? 'Poll' : 'Survey')

/** The area of polls and surveys (specification section 7, Other areas). */
export const pollsArea = contentArea<'polls', PollRow>('polls', {
  store: pollStore,
  writes: {
    columns: (_writing, sent, poll, session) => {
      if (poll) return pollColumns(poll, sent, new Date())
      const { kind = 'poll', opensAt = null, closesAt = null, status = 'draft' } = sent
      const questions = mergeQuestions([], sent.questions ?? [])
      mustFitKind(kind, questions)
      mustCloseAfterOpening({ opens_at: null, closes_at: null }, { opensAt, closesAt })
      const columns = plainColumns(pollFields, sent)
      return { ...columns, kind, questions, status, author_id: session.user.id }
    },
    created: (poll) => `${kindWord(poll)} “${poll.title}” created.`,
    saved: (poll, before) => {
      const { title, status, closesAt } = poll
      const same = status === statusOf(before, new Date().toISOString())
      if (same || status === 'draft') return `${kindWord(poll)} saved.`
      if (status === 'closed') return `“${title}” closed.`
      const endless = before.closes_at !== null && closesAt === null
      return `“${title}” opened.${endless ? ' It no longer has a closing time.' : ''}`
    },
  },
  mayPutBack: (_at, poll, { questions, opens_at, closes_at }) => {
    if (questions) mergeQuestions(poll.questions, questions)
    mustCloseAfterOpening(poll, { opensAt: opens_at, closesAt: closes_at })
  },
  exported: { questions: (poll) => poll.questions.map((each) => each.text).join('\n') },
  lists: {
    pollResults: { records: pollResults, columns: resultColumns, count: countOptions },
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
  search: {
    keys: ['title'],
    title: ['title'],
    detail: ['author_name'],
    at: 'closes_at',
  },
})
