import { z } from 'zod'
import { areas } from './areas.ts'
import { endpoint } from './endpoint.ts'
import { eventsRoutes as routes } from './events.routes.ts'
import {
  deletedFields,
  idParams,
  personOrName,
  pictureText,
  recordFields,
  time,
  version,
} from './fields.ts'
import { instant } from './instant.ts'
import { areaQuery, detailsQuery, pagination } from './listing.ts'
import { line, maybeLine, note } from './text.ts'
import { placeTimeZone } from './time-zone.ts'

const { statuses } = areas.events

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
    status: z.enum(statuses),
    timeZone: z
      .string()
      .nullable()
      .meta({ description: 'The IANA name of the zone where it takes place; null where unknown' }),
    version: z.int(),
  })
  .meta({ id: 'Event' })

/** Something that takes place at a time. */
export type Event = z.output<typeof event>

/** The query of the event list; `from` and `to` bound `startsAt`. */
export const eventsQuery = areaQuery(areas.events)

const eventFields = {
  title: line(),
  description: note(),
  startsAt: instant(),
  endsAt: instant().nullable(),
  location: maybeLine(),
  online: z.boolean('must be true or false'),
  host: personOrName.nullable(),
  image: pictureText,
  capacity: z
    .int('must be a whole number')
    .min(0, 'must be 0 or more')
    .max(2_147_483_647, 'must be 2147483647 or less')
    .nullable(),
  timeZone: placeTimeZone,
  status: z.enum(statuses, `must be one of ${statuses.join(', ')}`).meta({
    description:
      'cancelled cancels the event; any other status reinstates it; its times decide which one it gets',
  }),
}

/** Events (specification section 7, Other areas). */
export const eventsEndpoints = {
  'events.list': endpoint(routes['events.list'], {
    summary: 'Events',
    query: eventsQuery,
    data: z.object({ events: z.array(event), pagination }),
  }),
  'events.create': endpoint(routes['events.create'], {
    summary: 'Create an event',
    body: z.object(eventFields).partial({
      description: true,
      endsAt: true,
      location: true,
      online: true,
      host: true,
      image: true,
      capacity: true,
      timeZone: true,
      status: true,
    }),
    files: ['image'],
    data: event,
    status: 201,
  }),
  'events.update': endpoint(routes['events.update'], {
    summary: 'Change an event, cancel it, or reinstate it',
    params: idParams,
    body: z.object({ ...eventFields, version }).partial(),
    files: ['image'],
    data: event,
    errors: ['out_of_date'],
  }),
  'events.details': endpoint(routes['events.details'], {
    summary: 'One event, deleted or not',
    params: idParams,
    query: detailsQuery,
    data: event,
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
    summary: 'Permanently delete an event, which has to be deleted first',
    params: idParams,
    data: z.object({}),
    errors: ['conflict'],
  }),
}
