import { z } from 'zod'
import { recordCalls, recordSchema, saveCalls, sentShape } from '../areas/records.ts'
import { endpointsOf } from '../calls/endpoint.ts'
import { plainPageOf } from '../lists/listing.ts'
import { wording } from '../values/said.ts'
import { line } from '../values/text.ts'
import { pollsRoutes as routes } from './polls.routes.ts'

export const poll = recordSchema('polls', 'Poll', {
  questions: z.array(
    z.object({
      text: z.string(),
      options: z.array(z.object({ text: z.string(), votes: z.int() })),
    }),
  ),
  version: z.int(),
})
export type Poll = z.output<typeof poll>

export const pollBounds = { minOptions: 2, maxOptions: 20, minQuestions: 2, maxQuestions: 50 }

const question = z.object({
  text: line(500),
  options: z
    .array(z.object({ text: line() }))
    .min(
      pollBounds.minOptions,
      wording('must have at least {min} options', { min: pollBounds.minOptions }),
    )
    .max(
      pollBounds.maxOptions,
      wording('must have at most {max} options', { max: pollBounds.maxOptions }),
    ),
})

const sent = sentShape('polls', {
  questions: z
    .array(question)
    .min(1, 'must ask at least one question')
    .max(
      pollBounds.maxQuestions,
      wording('must ask at most {max} questions', { max: pollBounds.maxQuestions }),
    )
    .meta({ description: 'Votes stay with the option of the same text; they can’t be sent' }),
})

/** The calls of polls (specification section 7, Other areas). */
export const pollsEndpoints = endpointsOf(routes, {
  ...recordCalls('polls', 'a poll or survey', poll, plainPageOf(poll)),
  ...saveCalls('polls', poll, sent, {
    create: 'Create a poll or survey of one’s own, as a draft unless said otherwise',
    update: 'Change a poll or survey, close it, or open it again',
    errors: { update: ['conflict'] },
  }),
})
