import { z } from 'zod'
import { areas } from './areas.ts'
import { endpoint } from './endpoint.ts'
import { deletedFields, idParams, person, recordFields, time, version } from './fields.ts'
import { instant } from './instant.ts'
import { areaQuery, detailsQuery, pagination } from './listing.ts'
import { pollsRoutes as routes } from './polls.routes.ts'
import { line, note } from './text.ts'

const { statuses, filters } = areas.polls

/** A poll or a survey with its results. */
export const poll = z
  .object({
    ...recordFields,
    ...deletedFields,
    kind: z.enum(areas.polls.filters.kind),
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
    status: z.enum(statuses),
    version: z.int(),
  })
  .meta({ id: 'Poll' })

/** A poll or a survey with its results. */
export type Poll = z.output<typeof poll>

/** The query of the list of polls and surveys. */
export const pollsQuery = areaQuery(areas.polls)

/** How many options a question has, and how many questions a survey asks. */
export const pollBounds = {
  fewestOptions: 2,
  mostOptions: 20,
  fewestQuestions: 2,
  mostQuestions: 50,
}

const question = z.object({
  text: line(500),
  options: z
    .array(z.object({ text: line() }))
    .min(pollBounds.fewestOptions, `must have at least ${pollBounds.fewestOptions} options`)
    .max(pollBounds.mostOptions, `must have at most ${pollBounds.mostOptions} options`),
})

const pollFields = {
  kind: z.enum(filters.kind, `must be one of ${filters.kind.join(', ')}`),
  title: line(),
  description: note(),
  questions: z
    .array(question)
    .min(1, 'must ask at least one question')
    .max(pollBounds.mostQuestions, `must ask at most ${pollBounds.mostQuestions} questions`)
    .meta({ description: 'Votes stay with the option of the same text; they can’t be sent' }),
  opensAt: instant().nullable(),
  closesAt: instant().nullable(),
  status: z.enum(statuses, `must be one of ${statuses.join(', ')}`),
}

/** Polls and surveys (specification section 7, Other areas). */
export const pollsEndpoints = {
  'polls.list': endpoint(routes['polls.list'], {
    summary: 'Polls and surveys',
    query: pollsQuery,
    data: z.array(poll),
    beside: { pagination },
  }),
  'polls.create': endpoint(routes['polls.create'], {
    summary: 'Create a poll or survey of one’s own, as a draft unless said otherwise',
    body: z.object(pollFields).partial({
      kind: true,
      description: true,
      opensAt: true,
      closesAt: true,
      status: true,
    }),
    data: poll,
    status: 201,
  }),
  'polls.update': endpoint(routes['polls.update'], {
    summary: 'Change a poll or survey, close it, or open it again',
    params: idParams,
    body: z.object({ ...pollFields, version }).partial(),
    data: poll,
    errors: ['out_of_date', 'conflict'],
  }),
  'polls.details': endpoint(routes['polls.details'], {
    summary: 'One poll or survey, deleted or not',
    params: idParams,
    query: detailsQuery,
    data: poll,
  }),
  'polls.delete': endpoint(routes['polls.delete'], {
    summary: 'Delete a poll or survey',
    params: idParams,
    data: poll,
  }),
  'polls.restore': endpoint(routes['polls.restore'], {
    summary: 'Bring a deleted poll or survey back',
    params: idParams,
    data: poll,
  }),
  'polls.purge': endpoint(routes['polls.purge'], {
    summary: 'Permanently delete a poll or survey, which has to be deleted first',
    params: idParams,
    data: z.object({}),
    errors: ['conflict'],
  }),
}
