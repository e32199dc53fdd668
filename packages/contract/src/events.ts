import { z } from 'zod'
import { areas } from './areas.ts'
import { endpoint } from './endpoint.ts'
import { eventsRoutes as routes } from './events.routes.ts'
import { deletedFields, idParams, recordFields, time } from './fields.ts'
import { areaQuery, pagination } from './listing.ts'

/** Something that takes place at a time. */
export const event = z
  .object({
    ...recordFields,
    ...deletedFields,
    title: z.string(),
    description: z.string().nullable(),
    startsAt: time,
    endsAt: time.nullable(),
    location: z.string().nullable(),
    online: z.boolean(),
    host: z
      .object({ _id: z.string().nullable(), name: z.string() })
      .nullable()
      .meta({ description: '_id is null for a host without an account' }),
    image: z.string().nullable(),
    capacity: z.int().nullable(),
    attendeeCount: z.int(),
    status: z.enum(areas.events.statuses),
  })
  .meta({ id: 'Event' })

/** Something that takes place at a time. */
export type Event = z.output<typeof event>

/** The query of the event list; `from` and `to` bound `startsAt`. */
export const eventsQuery = areaQuery(areas.events)

/** Events (specification section 7, Other areas). */
export const eventsEndpoints = {
  'events.list': endpoint(routes['events.list'], {
    summary: 'Events',
    query: eventsQuery,
    data: z.object({ events: z.array(event), pagination }),
  }),
  'events.delete': endpoint(routes['events.delete'], {
    summary: 'Delete an event',
    params: idParams,
    data: event,
  }),
  'events.restore': endpoint(routes['events.restore'], {
    summary: 'Bring a deleted event back',
    params: idParams,
    data: event,
  }),
  'events.purge': endpoint(routes['events.purge'], {
    summary: 'Delete an event for good, which has to be deleted first',
    params: idParams,
    data: z.object({}),
    errors: ['conflict'],
  }),
}
