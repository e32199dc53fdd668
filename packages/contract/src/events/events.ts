import { z } from 'zod'
import { listings } from '../areas/listings.ts'
import { recordCalls, recordSchema, saveCalls, sentShape } from '../areas/records.ts'
import { endpointsOf } from '../calls/endpoint.ts'
import { pageOf } from '../lists/listing.ts'
import { mustBeOneOf, wording } from '../values/said.ts'
import { placeTimeZone } from '../values/time-zone.ts'
import { eventsRoutes as routes } from './events.routes.ts'

const { statuses } = listings.events

export const event = recordSchema('events', 'Event', {
  timeZone: z
    .string()
    .nullable()
    .meta({ description: 'The IANA name of the zone where it takes place; null where unknown' }),
  version: z.int(),
})
export type Event = z.output<typeof event>

const sent = sentShape('events', {
  capacity: z
    .int('must be a whole number')
    .min(0, 'must be 0 or more')
    .max(2_147_483_647, wording('must be {max} or less', { max: '2147483647' }))
    .nullable(),
  timeZone: placeTimeZone,
  status: z.enum(statuses, mustBeOneOf(statuses)).meta({
    description:
      'cancelled cancels the event; any other status reinstates it; its times decide which one it gets',
  }),
})

/** The calls of events (specification section 7, Other areas). */
export const eventsEndpoints = endpointsOf(routes, {
  ...recordCalls('events', 'an event', event, pageOf('events', event)),
  ...saveCalls('events', event, sent, {
    create: 'Create an event',
    update: 'Change an event, cancel it, or reinstate it',
    files: ['image'],
  }),
})
