import { z } from 'zod'
import { auditActions, auditAreas } from '../audit-log/audit-log.routes.ts'
import { endpointsOf } from '../calls/endpoint.ts'
import { component, id, time } from '../values/fields.ts'
import { mustBeOneOf, wording } from '../values/said.ts'
import { liveRoutes as routes } from './live.routes.ts'

/** Records of one area that changed in the same way; more than 500 aren't named. */
export const change = component('LiveChange', {
  area: z.enum(auditAreas),
  action: z.enum(auditActions),
  ids: z.array(z.string()),
  at: time,
})
export type LiveChange = z.output<typeof change>

export const liveEndpoints = endpointsOf(routes, {
  'live.stream': {
    summary:
      'Changes of what one may list, as server-sent events, each at the latest 2 seconds after its change while the server is not overloaded. The first event of a stream that begins is `welcome`, with the milliseconds since the last change as `quiet`. `id` is to be sent as `Last-Event-ID` by whoever comes again, always that of the last event received (ids do not ascend: what was begun earlier may be done later); all that was missed comes then, without a gap and nothing twice. Instead an event `reset` says that everything is to be loaded anew: more than 5,000 entries of the audit log were missed, or the log doesn’t know the id. An event `permissions` says that what one may do has changed, and an event `loans` that requests and loans have. A stream ends with its session, at the latest 15 seconds after it, and where its client doesn’t read. 429 beyond 20 streams of a session, 40 of a person, or 2,000 of a server',
    data: change,
    stream: 'text/event-stream',
    errors: ['too_many'],
  },
  'live.presence': {
    summary:
      'Say which record a tab has open, every 10 seconds, and hear who else has; the stream tells by an event `presence` when to ask again. 404 for a record that isn’t there or that one may not list, 429 beyond 300 calls a minute by one person',
    body: z.object({
      tab: z
        .string('must be text')
        .min(1, 'is required')
        .max(100, wording('must have at most {max} characters', { max: 100 })),
      open: z
        .object({
          area: z.enum(auditAreas, mustBeOneOf(auditAreas)),
          record: id,
          editing: z.boolean('must be true or false').default(false),
        })
        .nullable()
        .meta({ description: 'Null where the tab shows no record any more' }),
    }),
    data: z.object({
      others: z.array(
        z.object({
          _id: z
            .string()
            .nullable()
            .meta({ description: 'Null for all those together whom one may not list' }),
          name: z.string(),
          image: z.string().nullable(),
          editing: z.boolean(),
        }),
      ),
    }),
    errors: ['not_permitted', 'not_found', 'too_many'],
  },
})
