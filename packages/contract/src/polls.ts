import { z } from 'zod'
import { areas } from './areas.ts'
import { endpoint } from './endpoint.ts'
import { deletedFields, idParams, person, recordFields, time } from './fields.ts'
import { areaQuery, pagination } from './listing.ts'
import { pollsRoutes as routes } from './polls.routes.ts'

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
    status: z.enum(areas.polls.statuses),
  })
  .meta({ id: 'Poll' })

/** A poll or a survey with its results. */
export type Poll = z.output<typeof poll>

/** The query of the list of polls and surveys. */
export const pollsQuery = areaQuery(areas.polls)

/** Polls and surveys (specification section 7, Other areas). */
export const pollsEndpoints = {
  'polls.list': endpoint(routes['polls.list'], {
    summary: 'Polls and surveys',
    query: pollsQuery,
    data: z.array(poll),
    beside: { pagination },
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
    summary: 'Delete a poll or survey for good, which has to be deleted first',
    params: idParams,
    data: z.object({}),
    errors: ['conflict'],
  }),
}
