import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { person, recordFields, time } from './fields.ts'
import { listQuery, oneOf, pagination } from './listing.ts'
import { pollsRoutes as routes } from './polls.routes.ts'

/** A poll asks one question, a survey several. */
export const pollKinds = ['poll', 'survey'] as const
/** The states of a poll or survey; an open one is closed once its closing time has passed. */
export const pollStatuses = ['draft', 'open', 'closed'] as const

/** A poll or a survey with its results. */
export const poll = z
  .object({
    ...recordFields,
    kind: z.enum(pollKinds),
    title: z.string(),
    description: z.string().nullable(),
    author: person.nullable(),
    questions: z.array(
      z.object({
        text: z.string(),
        options: z.array(z.object({ text: z.string(), votes: z.int() })),
      }),
    ),
    responseCount: z.int(),
    opensAt: time.nullable(),
    closesAt: time.nullable(),
    status: z.enum(pollStatuses),
  })
  .meta({ id: 'Poll' })

/** A poll or a survey with its results. */
export type Poll = z.output<typeof poll>

/** The query of the list of polls and surveys. */
export const pollsQuery = listQuery({
  sorts: ['createdAt', 'closesAt', 'title', 'responseCount'],
  filters: { kind: oneOf(pollKinds), status: oneOf(pollStatuses) },
})

/** Polls and surveys (specification section 7, Other areas). */
export const pollsEndpoints = {
  'polls.list': endpoint(routes['polls.list'], {
    summary: 'Polls and surveys',
    query: pollsQuery,
    data: z.array(poll),
    beside: { pagination },
  }),
}
