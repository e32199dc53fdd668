import { z } from 'zod'
import { auditActions, auditAreas } from './audit-log.routes.ts'
import { endpoint } from './endpoint.ts'
import { id, time } from './fields.ts'
import { liveRoutes as routes } from './live.routes.ts'

/**
 * The data of an event: records of one area that changed alike. More than 500 are not named: `ids` is
 * empty then. The event's id is the `_id` of its last entry of the audit log.
 */
export const change = z
  .object({
    area: z.enum(auditAreas),
    action: z.enum(auditActions),
    ids: z.array(z.string()),
    at: time,
  })
  .meta({ id: 'LiveChange' })

/** The data of an event of the stream. */
export type LiveChange = z.output<typeof change>

/** Live changes. */
export const liveEndpoints = {
  'live.stream': endpoint(routes['live.stream'], {
    summary:
      'Changes of what one may list, as server-sent events; after `Last-Event-ID` where that is sent. An event `reset` says that too much has happened since: load everything anew. The first event of a stream that begins is `welcome`, with the milliseconds since the last change as `quiet`; an event `permissions` says that what one may do has changed',
    data: change,
    stream: 'text/event-stream',
    errors: ['too_many'],
  }),
  'live.presence': endpoint(routes['live.presence'], {
    summary:
      'Say which record a tab has open, every 10 seconds, and hear who else has; the stream tells by an event `presence` when to ask again',
    body: z.object({
      tab: z
        .string('must be text')
        .min(1, 'is required')
        .max(100, 'must have at most 100 characters'),
      open: z
        .object({
          area: z.enum(auditAreas, `must be one of ${auditAreas.join(', ')}`),
          record: id,
          editing: z.boolean('must be true or false').default(false),
        })
        .nullable()
        .meta({ description: 'Null where the tab shows no record any more' }),
    }),
    data: z.object({
      others: z.array(
        z.object({
          _id: z.string(),
          name: z.string(),
          image: z.string().nullable(),
          editing: z.boolean(),
        }),
      ),
    }),
  }),
}
