import type { BodySent } from '@steward/contract/endpoints'
import type { Poll } from '@steward/contract/polls'
import { textOf } from '../../api/read.ts'
import type { FormFields } from '../../ui/form/form-fields.ts'
import { tooLong } from '../../ui/form/text-limits.ts'
import { instantOf, localTime } from '../../ui/format/local-time.ts'
import { statusWord } from '../../ui/record/status-badge.tsx'
import {
  asksTheSame,
  type Questions,
  questionsError,
  questionsInWords,
  readQuestions,
  sentQuestions,
} from './questions.ts'

type PollSent = Omit<BodySent<'polls.update'>, 'version'>
type PollValues = {
  title: string
  kind: string
  status: string
  questions: Questions
  opensAt: string
  closesAt: string
  description: string
}

/** The fields of the form of a poll or survey; a new one is a draft of a poll. */
export const pollForm: FormFields<PollValues, Poll, PollSent> = {
  title: {
    label: 'Title',
    check: (title) => (title.trim() === '' ? 'Enter a title' : tooLong(title, 'line')),
    always: true,
  },
  kind: {
    label: 'Kind',
    read: (poll) => (poll ? (textOf(poll.kind) ?? '') : 'poll'),
    toRequest: (kind) => kind as Poll['kind'],
    inWords: statusWord,
    sentWith: ['questions'],
    always: true,
  },
  status: {
    label: 'Status',
    read: (poll) => (poll ? (textOf(poll.status) ?? '') : 'draft'),
    toRequest: (status) => status as Poll['status'],
    inWords: statusWord,
  },
  questions: {
    label: 'Questions',
    read: readQuestions,
    equal: asksTheSame,
    check: (questions, { kind }) => questionsError(questions, kind),
    checkedWith: ['kind'],
    toRequest: sentQuestions,
    inWords: questionsInWords,
    always: true,
  },
  opensAt: { label: 'Opens', read: (poll) => localTime(poll?.opensAt), toRequest: instantOf },
  closesAt: {
    label: 'Closes',
    read: (poll) => localTime(poll?.closesAt),
    check: (closesAt, { opensAt }) => {
      const [opens, closes] = [instantOf(opensAt), instantOf(closesAt)]
      const early = opens !== null && closes !== null && closes <= opens
      return early ? 'Must be after the opening time' : null
    },
    toRequest: instantOf,
    checkedWith: ['opensAt'],
  },
  description: { label: 'Description', check: (text) => tooLong(text, 'text') },
}

/** What creates a poll: the fields that its form always sends are there once it is checked. */
export const newPoll = (fields: Partial<PollSent>) => fields as BodySent<'polls.create'>
