import type { Poll } from '@steward/contract/polls/polls'

/** An option of a question as a row of an exported file. */
export interface PollResult
  extends Pick<Poll, '_id' | 'kind' | 'title' | 'status' | 'responseCount'> {
  /** The number of the question, from 1. */
  questionNumber: number
  question: string
  option: string
  votes: number
  percent: string
}

export function pollResults(poll: Poll): PollResult[] {
  const { _id, kind, title, status, responseCount } = poll
  return poll.questions.flatMap((question, index) => {
    const percents = percentages(question.options.map((option) => option.votes))
    return question.options.map((option, place) => ({
      _id,
      kind,
      title,
      status,
      responseCount,
      questionNumber: index + 1,
      question: question.text,
      option: option.text,
      votes: option.votes,
      percent: percents[place] ?? '',
    }))
  })
}

/** Percentages with one decimal that add up to 100.0; the largest remainders are rounded up. */
export function percentages(votes: readonly number[]): string[] {
  const total = votes.reduce((sum, each) => sum + each, 0)
  if (total === 0) return votes.map(() => '0.0')
  const shares = votes.map((each) => (each * 1000) / total)
  const tenths = shares.map(Math.floor)
  const over = 1000 - tenths.reduce((sum, each) => sum + each, 0)
  const losers = shares
    .map((share, place) => ({ place, lost: share - Math.floor(share) }))
    .sort((a, b) => b.lost - a.lost || a.place - b.place)
  for (const { place } of losers.slice(0, over)) tenths[place] = (tenths[place] ?? 0) + 1
  return tenths.map((each) => `${Math.floor(each / 10)}.${each % 10}`)
}
