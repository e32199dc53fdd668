import { expect, test } from 'vitest'
import { refusalOf } from '../../testing/refusals.ts'
import { isAnswered, mergeQuestions, mustFitKind } from './poll-questions.rules.ts'

type Questions = Parameters<typeof mergeQuestions>[0]

/** A question and its options, each with its votes: `Tea? Yes 2, No 0`. */
const question = (text: string, options: Record<string, number>): Questions[number] => ({
  text,
  options: Object.entries(options).map(([text, votes]) => ({ text, votes })),
})
const sent = (text: string, ...options: string[]) => ({
  text,
  options: options.map((text) => ({ text })),
})
const tea = question('Tea?', { Yes: 2, No: 0 })
const milk = question('Milk?', { Yes: 0, No: 0 })

test('a poll is answered by its answers, or by votes', () => {
  const is = (response_count: number, ...questions: Questions) =>
    isAnswered({ response_count, questions })
  expect([is(0), is(0, milk), is(1, milk), is(0, milk, tea)]).toEqual([false, false, true, true])
})

test('equal texts keep their votes, wherever they are moved', () => {
  expect(
    mergeQuestions([tea, milk], [sent('Milk?', 'Yes'), sent('Tea?', 'No', 'Yes', 'Maybe')]),
  ).toEqual([question('Milk?', { Yes: 0 }), question('Tea?', { No: 0, Yes: 2, Maybe: 0 })])
  expect(mergeQuestions([], [sent('New?', 'Yes')])).toEqual([question('New?', { Yes: 0 })])
  // A text that is sent twice has the votes once.
  expect(mergeQuestions([tea], [sent('Tea?', 'Yes', 'Yes'), sent('Tea?', 'Yes')])).toEqual([
    {
      text: 'Tea?',
      options: [
        { text: 'Yes', votes: 2 },
        { text: 'Yes', votes: 0 },
      ],
    },
    question('Tea?', { Yes: 0 }),
  ])
})

test('what has votes is neither removed nor reworded', () => {
  const refused = (...of: Parameters<typeof mergeQuestions>) =>
    refusalOf(() => mergeQuestions(...of))
  const refusal = (what: string) => {
    const msg = `The ${what} has votes, so it can’t be removed or reworded.`
    return { code: 'conflict', message: msg, errors: [{ path: 'questions', msg }] }
  }
  expect(refused([tea], [sent('Tea?', 'Yes!', 'No')])).toEqual(refusal('option “Yes”'))
  expect(refused([milk, tea], [sent('Milk?', 'Yes'), sent('Coffee?', 'Yes')])).toEqual(
    refusal('question “Tea?”'),
  )
})

test('a poll asks one question, a survey several, and nothing twice', () => {
  const refused = (...of: Parameters<typeof mustFitKind>) =>
    refusalOf(() => mustFitKind(...of)).message
  const one = 'Please check: questions must be exactly one in a poll; a survey asks several.'
  mustFitKind('poll', [tea])
  mustFitKind('survey', [tea, milk])
  expect([refused('poll', []), refused('poll', [tea, milk])]).toEqual([one, one])
  expect(refused('survey', [tea])).toBe(
    'Please check: questions must be at least 2 in a survey; a poll asks one.',
  )
  expect(refused('survey', [tea, milk, { ...milk, text: 'TEA?' }])).toBe(
    'Please check: questions can’t be the same twice: “TEA?”.',
  )
  expect(refused('poll', [question('Tea?', { Yes: 0, YES: 0 })])).toBe(
    'Please check: questions can’t have the same option twice: “YES” in “Tea?”.',
  )
})
