import type { BodySent } from '@steward/contract/calls/endpoints'
import { pollBounds } from '@steward/contract/polls/polls'
import { t } from '@steward/i18n/reader'
import { numberOf, objectsIn, textOf } from '../../api/answers/read.ts'
import type { Poll } from '../../api/answers/records.ts'
import { maxCharacters, tooLong } from '../../ui/form/text-limits.ts'

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
  const { minQuestions, maxQuestions } = pollBounds
  if (kind === 'poll' && questions.length !== 1)
    return t('A poll asks exactly one question. Remove the others, or make it a survey')
  if (kind === 'survey' && questions.length < minQuestions)
    return t('A survey asks at least {min} questions. Add one, or make it a poll', {
      min: minQuestions,
    })
  if (questions.length > maxQuestions) return t('At most {max} questions', { max: maxQuestions })
  for (const [index, question] of questions.entries()) {
    const error = questionError(question, questions.length > 1 ? index + 1 : 'only')
    if (error !== null) return error
  }
  const text = repeated(questions)
  return text === undefined ? null : t('Questions can’t repeat: “{text}”', { text })
}

/** @param question its number among several */
function questionError({ text, options }: TypedQuestion, question: number | 'only'): string | null {
  const { minOptions: min, maxOptions: max } = pollBounds
  if (text.trim() === '')
    return t(
      '{question, select, only {Enter the text of the question} other {Enter the text of question {question}}}',
      { question },
    )
  if ([...text.trim()].length > 500)
    return t(
      '{question, select, only {Enter at most {max} characters as the text} other {Enter at most {max} characters as the text of question {question}}}',
      { max: 500, question },
    )
  const filled = options.filter((option) => !isBlank(option))
  if (filled.length < min)
    return t(
      '{question, select, only {Enter at least {min} options} other {Enter at least {min} options of question {question}}}',
      { min, question },
    )
  if (filled.length > max)
    return t(
      '{question, select, only {Enter at most {max} options} other {Enter at most {max} options of question {question}}}',
      { max, question },
    )
  if (filled.some((option) => tooLong(option.text, 'line')))
    return t(
      '{question, select, only {Enter at most {max} characters as an option} other {Enter at most {max} characters as an option of question {question}}}',
      { max: maxCharacters.line, question },
    )
  const option = repeated(filled)
  if (option === undefined) return null
  return t(
    '{question, select, only {Options can’t repeat: “{option}”} other {Options can’t repeat: “{option}” of question {question}}}',
    { option, question },
  )
}

function repeated(items: readonly { text: string }[]): string | undefined {
  const seen = new Set<string>()
  return items.find(({ text }) => {
    const key = text.trim().toLowerCase()
    return seen.has(key) || !seen.add(key)
  })?.text
}
