import type { BodyOf } from '@steward/contract/calls/endpoints'
import { type Poll, pollBounds } from '@steward/contract/polls/polls'
import { msg } from '@steward/i18n/reader'
import { type Said, say } from '@steward/i18n/sentence'
import { Failure, invalidField } from '../../http/failure.ts'

type Questions = Poll['questions']
type Question = Questions[number]
type Sent = NonNullable<BodyOf<'polls.update'>['questions']>

const hasVotes = (question: Question): boolean => question.options.some(({ votes }) => votes > 0)

export const isAnswered = (poll: { questions: Questions; response_count: number }): boolean =>
  poll.response_count > 0 || poll.questions.some(hasVotes)

const refuse = (said: Said) =>
  new Failure('conflict', said, { errors: [{ path: 'questions', msg: said }] })

/** Makes a function that takes the first item with a text out of `left`. */
function claims<T extends { text: string }>(items: readonly T[]) {
  const left = [...items]
  const claim = (text: string): T | undefined => {
    const at = left.findIndex((item) => item.text === text)
    return at < 0 ? undefined : left.splice(at, 1)[0]
  }
  return { claim, left }
}

/** Keeps the votes of equal texts; refuses to remove or reword a text that has votes. */
export function mergeQuestions(stored: Questions, sent: Sent): Questions {
  const questions = claims(stored)
  const merged = sent.map(({ text, options }) => {
    const kept = claims(questions.claim(text)?.options ?? [])
    const together = options.map((option) => ({
      text: option.text,
      votes: kept.claim(option.text)?.votes ?? 0,
    }))
    const lost = kept.left.find(({ votes }) => votes > 0)
    if (lost)
      throw refuse(
        say('The option “{option}” has votes, so it can’t be removed or reworded.', {
          option: lost.text,
        }),
      )
    return { text, options: together }
  })
  const lost = questions.left.find(hasVotes)
  if (lost)
    throw refuse(
      say('The question “{question}” has votes, so it can’t be removed or reworded.', {
        question: lost.text,
      }),
    )
  return merged
}

const invalid = (said: Said) => invalidField('questions', said)

export function mustFitKind(kind: Poll['kind'], questions: Questions): void {
  if (kind === 'poll' && questions.length !== 1)
    throw invalid(msg('must be exactly one in a poll; a survey asks several'))
  if (kind === 'survey' && questions.length < pollBounds.minQuestions)
    throw invalid(
      say('must be at least {min} in a survey; a poll asks one', { min: pollBounds.minQuestions }),
    )
  const twice = repeated(questions)
  if (twice !== undefined)
    throw invalid(say('can’t be the same twice: “{question}”', { question: twice }))
  for (const { text, options } of questions) {
    const same = repeated(options)
    if (same !== undefined)
      throw invalid(
        say('can’t have the same option twice: “{option}” in “{question}”', {
          option: same,
          question: text,
        }),
      )
  }
}

/** A text that occurs twice, in any case; undefined where there is none. */
function repeated(items: readonly { text: string }[]): string | undefined {
  const seen = new Set<string>()
  return items.find(({ text }) => {
    const key = text.toLowerCase()
    return seen.has(key) || !seen.add(key)
  })?.text
}
