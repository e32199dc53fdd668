import { listings } from '@steward/contract/areas/listings'
import { pollFields } from '@steward/contract/polls/polls.fields'
import { msg } from '@steward/i18n/reader'
import { say } from '@steward/i18n/sentence'
import { plainColumns } from '../../db/schema/columns.ts'
import * as field from '../../importer/fields.ts'
import { readRoundedCount } from '../../importer/values.ts'
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
  _id: msg('ID'),
  kind: msg('Kind'),
  title: msg('Title'),
  status: msg('Status'),
  responseCount: msg('Responses'),
  questionNumber: msg('Question number'),
  question: msg('Question'),
  option: msg('Option'),
  votes: msg('Votes'),
  percent: msg('Percent'),
})

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
    created: ({ kind, title }) =>
      kind === 'poll'
        ? say('Poll “{title}” created.', { title })
        : say('Survey “{title}” created.', { title }),
    saved: (poll, before) => {
      const { kind, title, status, closesAt } = poll
      const same = status === statusOf(before, new Date().toISOString())
      if (same || status === 'draft') {
        return kind === 'poll' ? msg('Poll saved.') : msg('Survey saved.')
      }
      if (status === 'closed') return say('“{title}” closed.', { title })
      const endless = before.closes_at !== null && closesAt === null
      return endless
        ? say('“{title}” opened. It no longer has a closing time.', { title })
        : say('“{title}” opened.', { title })
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
