import type { BodySent } from '@steward/contract/calls/endpoints'
import { pollBounds } from '@steward/contract/polls/polls'
import { numberOf, objectsIn, textOf } from '../../api/answers/read.ts'
import type { Poll } from '../../api/answers/records.ts'
import { tooLong } from '../../ui/form/text-limits.ts'

interface TypedOption {
  key: string
  text: string
  votes: number
}

export interface TypedQuestion {
  key: string
  text: string
  options: readonly TypedOption[]
}

export type Questions = readonly TypedQuestion[]

let made = 0
const newKey = () => `new-${Date.now()}-${++made}`

export const newOption = (): TypedOption => ({ key: newKey(), ...blank })

export const newQuestion = (): TypedQuestion => ({
  key: newKey(),
  text: '',
  options: Array.from({ length: pollBounds.minOptions }, newOption),
})

const blank = { text: '', votes: 0 }

export const questionsOf = (poll: Poll) =>
  objectsIn(poll.questions).map(({ text, options }) => ({
    text: textOf(text) ?? '',
    options: objectsIn(options).map((option) => ({
      text: textOf(option['text']) ?? '',
      votes: Math.max(0, numberOf(option['votes']) ?? 0),
    })),
  }))

export const readQuestions = (poll: Poll | null): Questions =>
  (poll ? questionsOf(poll) : [{ text: '', options: [blank, blank] }]).map((question, at) => ({
    key: `q${at}`,
    text: question.text,
    options: question.options.map((option, place) => ({ key: `q${at}-o${place}`, ...option })),
  }))

/** Questions as the calls take them: what is left empty is none. */
export const sentQuestions = (
  questions: Questions,
): NonNullable<BodySent<'polls.update'>['questions']> =>
  questions.map(({ text, options }) => ({
    text: text.trim(),
    options: options
      .filter((option) => !isBlank(option))
      .map((option) => ({ text: option.text.trim() })),
  }))

const isBlank = ({ text, votes }: TypedOption) => text.trim() === '' && votes === 0

export const asksTheSame = (one: Questions, other: Questions): boolean =>
  JSON.stringify(sentQuestions(one)) === JSON.stringify(sentQuestions(other))

export const hasVotes = (question: TypedQuestion): boolean =>
  question.options.some(({ votes }) => votes > 0)

export const questionsInWords = (questions: Questions): string =>
  questions
    .map(({ text, options }) => `${text} (${options.map((option) => option.text).join(', ')})`)
    .join('; ')

export function questionsError(questions: Questions, kind: string): string | null {
  const { minOptions, maxOptions, minQuestions, maxQuestions } = pollBounds
  if (kind === 'poll' && questions.length !== 1)
    return 'A poll asks exactly one question. Remove the others, or make it a survey'
  if (kind === 'survey' && questions.length < minQuestions)
    return `A survey asks at least ${minQuestions} questions. Add one, or make it a poll`
  if (questions.length > maxQuestions) return `At most ${maxQuestions} questions`
  for (const [index, { text, options }] of questions.entries()) {
    const which = questions.length > 1 ? ` of question ${index + 1}` : ''
    if (text.trim() === '') return `Enter the text${which || ' of the question'}`
    if ([...text.trim()].length > 500) return `Enter at most 500 characters as the text${which}`
    const filled = options.filter((option) => !isBlank(option))
    if (filled.length < minOptions) return `Enter at least ${minOptions} options${which}`
    if (filled.length > maxOptions) return `Enter at most ${maxOptions} options${which}`
    const long = filled.map((option) => tooLong(option.text, 'line')).find(Boolean)
    if (long) return `${long} as an option${which}`
    const twice = repeated(filled)
    if (twice !== undefined) return `Options can’t repeat: “${twice}”${which}`
  }
  const twice = repeated(questions)
  return twice === undefined ? null : `Questions can’t repeat: “${twice}”`
}

function repeated(items: readonly { text: string }[]): string | undefined {
  const seen = new Set<string>()
  return items.find(({ text }) => {
    const key = text.trim().toLowerCase()
    return seen.has(key) || !seen.add(key)
  })?.text
}
