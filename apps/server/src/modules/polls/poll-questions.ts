import { say } from '@steward/i18n/sentence'
import { z } from 'zod'
import { BadField, BadValue, notA, readCount, readText, tooLong } from '../../importer/values.ts'

const optionField = /^option(\d{1,2})\.(text|votes|percent)$/

/** Whether a field is of questions: `questions`, `question`, `option1.text`… */
export const isPollField = (field: string): boolean =>
  field === 'questions' || field === 'question' || optionField.test(field)

const questionsShape = z.array(
  z.object({
    text: z.string(),
    options: z.array(
      z.union([
        z.string().transform((text) => ({ text, votes: 0 })),
        z.object({ text: z.string(), votes: z.int().min(0).default(0) }),
      ]),
    ),
  }),
)

interface Question {
  text: string
  options: { text: string; votes: number }[]
}

/** Sets questions by the texts in `given`: from JSON, or one from the columns of its options. */
export function buildQuestions(row: Record<string, unknown>, given: Record<string, string>): void {
  const text = given['questions']?.trim()
  row['questions'] = text ? readQuestions(text) : readOptions(row, given)
}

/** The greatest length of the JSON in characters, and the greatest number of options. */
const longestQuestions = 100_000
const maxOptions = 1000

function readQuestions(text: string): Question[] {
  if (text.length > longestQuestions) {
    throw tooLong(text.length, longestQuestions)
  }
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch {
    throw notA(text, '"{value}" is no JSON list of questions')
  }
  const read = questionsShape.safeParse(value)
  if (!read.success) {
    const issue = read.error.issues[0]
    throw new BadValue(
      say('is no list of questions: {field} {problem}', {
        field: String(issue?.path.join('.')),
        problem: String(issue?.message),
      }),
    )
  }
  const options = read.data.reduce((sum, question) => sum + question.options.length, 0)
  if (options > maxOptions) {
    throw new BadValue(
      say('has {count} options; {max} are the most', {
        count: String(options),
        max: String(maxOptions),
      }),
    )
  }
  return read.data.map((question) => ({
    text: readText(question.text, 10_000),
    options: question.options.map((option) => ({ ...option, text: readText(option.text, 10_000) })),
  }))
}

function readOptions(row: Record<string, unknown>, given: Record<string, string>): Question[] {
  const numbers = new Set<number>()
  for (const field of Object.keys(given)) {
    const match = optionField.exec(field)
    if (match) numbers.add(Number(match[1]))
  }
  const options = [...numbers]
    .sort((a, b) => a - b)
    .flatMap((number) => {
      const [text, votes, percent] = ['text', 'votes', 'percent'].map((part) =>
        given[`option${number}.${part}`]?.trim(),
      )
      // Skip an option whose count is empty in this row.
      const counted = votes !== undefined || percent !== undefined
      if (!text || (counted && !votes && !percent)) return []
      const field = (part: string) => `option${number}.${part}`
      return [
        {
          text: inField(field('text'), () => readText(text, 10_000)),
          votes: votes
            ? inField(field('votes'), () => readCount(votes))
            : inField(field('percent'), () =>
                readShare(percent ?? '0', row['response_count'] as number),
              ),
        },
      ]
    })
  if (options.length === 0) return []
  return [{ text: readText(given['question']?.trim() || String(row['title']), 10_000), options }]
}

/** Converts a percentage of the responses to a number of votes. */
function readShare(percent: string, responses: number): number {
  const match = /^(\d{0,3})(?:[.,](\d{1,6}))?\s*%?$/.exec(percent)
  // Calculate in millionths of a percent, without rounding of floats.
  const digits =
    match && /\d/.test(percent) ? `${match[1]}${(match[2] ?? '').padEnd(6, '0')}` : '-1'
  const share = BigInt(digits)
  if (share < 0n || share > 100_000_000n)
    throw notA(percent, '"{value}" is no percentage from 0 to 100')
  return Number((share * BigInt(responses) + 50_000_000n) / 100_000_000n)
}

function inField<T>(field: string, work: () => T): T {
  try {
    return work()
  } catch (error) {
    throw error instanceof BadValue ? new BadField(field, error.said) : error
  }
}
