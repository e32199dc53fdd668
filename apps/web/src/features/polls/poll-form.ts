import type { BodySent } from '@steward/contract/calls/endpoints'
import { pollFields } from '@steward/contract/polls/polls.fields'
import { t } from '@steward/i18n/reader'
import type { Poll } from '../../api/answers/records.ts'
import { formOf } from '../../ui/form/form-of.ts'
import { instantOf } from '../../ui/format/local-time.ts'
import {
  asksTheSame,
  type Questions,
  questionsError,
  questionsInWords,
  readQuestions,
  sentQuestions,
} from './questions.ts'

type PollSent = Omit<BodySent<'polls.update'>, 'version'>
type PollValues = Record<Exclude<keyof PollSent, 'questions'>, string> & { questions: Questions }

/** The fields of the form of a poll or survey; a new one is a draft of a poll. */
export const pollForm = formOf<PollValues, Poll, PollSent>(pollFields, {
  title: {},
  kind: { first: 'poll', sentWith: ['questions'], always: true },
  status: { first: 'draft' },
  questions: {
    read: readQuestions,
    equal: asksTheSame,
    check: (questions, { kind }) => questionsError(questions, kind),
    checkedWith: ['kind'],
    toRequest: sentQuestions,
    inWords: questionsInWords,
  },
  opensAt: {},
  closesAt: {
    check: (closesAt, { opensAt }) => {
      const [opens, closes] = [instantOf(opensAt), instantOf(closesAt)]
      const early = opens !== null && closes !== null && closes <= opens
      return early ? t('Must be after the opening time') : null
    },
    checkedWith: ['opensAt'],
  },
  description: {},
})
