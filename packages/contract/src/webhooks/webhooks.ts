import { z } from 'zod'
import type { ExportArea } from '../areas/areas.ts'
import { auditActions, auditAreas } from '../audit-log/audit-log.routes.ts'
import { endpointsOf, translatable } from '../calls/endpoint.ts'
import { sentQuery } from '../calls/sent-query.ts'
import { exportNeeds } from '../exports/exports.routes.ts'
import { wholeNumber } from '../lists/listing.ts'
import { component, recordFields, reference, time, version } from '../values/fields.ts'
import { instant } from '../values/instant.ts'
import { mustBeOneOf, wording } from '../values/said.ts'
import { line } from '../values/text.ts'
import { webhooksRoutes as routes } from './webhooks.routes.ts'

/** How many webhooks there can be. */
export const maxWebhooks = 50

/** The length of the longest span that can be sent again, in days. */
export const maxReplayDays = 92

/** How long both secrets sign after a rotation: hours by default, and at most. */
export const overlapHours = { usual: 24, max: 168 } as const

/** How long a receiver may take to answer, in seconds, and for how many days an event is tried. */
export const sending = { answerSeconds: 15, tryingDays: 3 } as const

/** Why a webhook is off: a person, three days of failures, 410 Gone, an owner without permission, a filter that fits no list, or a restored backup. */
export const offReasons = ['person', 'failing', 'gone', 'owner', 'filter', 'restored'] as const
export type OffReason = (typeof offReasons)[number]

export const webhookStates = ['on', 'off'] as const

/** The states of a delivery. `withheld`: the owner may not see the record any more. */
export const deliveryStatuses = ['waiting', 'sent', 'failed', 'withheld'] as const

const lists = Object.keys(exportNeeds) as [ExportArea, ...ExportArea[]]
const maxQueryBytes = 4096

const said = { message: z.string(), ...translatable }

export const webhook = component('Webhook', {
  ...recordFields,
  name: z.string(),
  url: z.string(),
  areas: z.array(z.enum(auditAreas)).meta({ description: 'All areas where it is empty' }),
  actions: z.array(z.enum(auditActions)).meta({ description: 'All actions where it is empty' }),
  filter: z
    .object({
      list: z.enum(lists),
      query: z.record(z.string(), z.union([z.string(), z.array(z.string())])),
    })
    .nullable()
    .meta({ description: 'Only records that this list shows under this query' }),
  owner: reference.nullable().meta({
    description: 'Who saved it last: it sends what that person may see, and nothing without one',
  }),
  state: z.enum(webhookStates),
  offReason: z.enum(offReasons).nullable(),
  offAt: time.nullable(),
  failures: z.int().meta({ description: 'How many tries in a row have failed' }),
  failingSince: time.nullable(),
  lastSentAt: time.nullable(),
  waiting: z.int().meta({ description: 'Events that were read from the audit log and wait' }),
  isBehind: z.boolean().meta({ description: 'Whether the audit log holds more to be read' }),
  replay: z
    .object({ from: time, to: time })
    .nullable()
    .meta({ description: 'The span that is still to be sent again' }),
  overlapUntil: time.nullable().meta({ description: 'Until when the secret before signs, too' }),
  version: z.int(),
})
export type Webhook = z.output<typeof webhook>

const secret = z.string().meta({ description: 'Begins with whsec_; never shown again' })

const attempt = z.object({
  at: time,
  ms: z.int(),
  status: z.int().nullable().meta({ description: 'Of the answer; null where none came' }),
  error: z.object(said).nullable().meta({ description: 'Why no answer came' }),
})
export type DeliveryAttempt = z.output<typeof attempt>

export const delivery = component('WebhookDelivery', {
  _id: z.string(),
  createdAt: time,
  messageId: z.string().meta({ description: 'The header webhook-id, the same each time' }),
  type: z.string().meta({ description: 'Area and action, such as bills.update' }),
  entry: z.string().meta({ description: 'The _id of the entry of the audit log' }),
  record: z
    .object({ _id: z.string().nullable(), title: z.string() })
    .nullable()
    .meta({ description: 'Null, too, where the caller may not see it' }),
  isReplay: z.boolean(),
  status: z.enum(deliveryStatuses),
  tries: z.int(),
  attempts: z.array(attempt).meta({ description: 'The last ones, the newest first' }),
  nextAt: time.nullable().meta({ description: 'When it is tried next; null once it has ended' }),
  endedAt: time.nullable(),
  answer: z.string().nullable().meta({
    description:
      'The first 1,024 bytes of the last answer; null where the caller may not see all that the event tells',
  }),
})
export type WebhookDelivery = z.output<typeof delivery>

const fields = {
  name: line(),
  url: line(2_000),
  areas: z.array(z.enum(auditAreas, mustBeOneOf(auditAreas)), 'must be a list of areas').max(100),
  actions: z
    .array(z.enum(auditActions, mustBeOneOf(auditActions)), 'must be a list of actions')
    .max(100),
  filter: z
    .object({ list: z.enum(lists, mustBeOneOf(lists)), query: sentQuery })
    .refine(
      ({ query }) => JSON.stringify(query).length <= maxQueryBytes,
      wording('must have at most {max} characters', { max: maxQueryBytes }),
    )
    .nullable(),
}

const overlap = z
  .int('must be a whole number of hours')
  .min(0, 'must be 0 or more')
  .max(overlapHours.max, wording('must be at most {max}', { max: overlapHours.max }))

const nothing = z.null()

export const webhooksEndpoints = endpointsOf(routes, {
  'webhooks.list': {
    summary: `The webhooks, by name; there can be ${maxWebhooks}`,
    data: z.array(webhook),
  },
  'webhooks.create': {
    summary:
      'Set up a webhook, which sends from now on; its secret is in this answer alone. An address that leads to a private network is refused unless a setting allows it',
    body: z.object(fields).partial({ areas: true, actions: true, filter: true }),
    data: z.object({ webhook, secret }),
    status: 201,
    errors: ['conflict', 'step_up_required', 'too_many'],
  },
  'webhooks.update': {
    summary:
      'Change a webhook, or switch it on or off; what is left out stays as it is. Who does becomes its owner. Another address needs a step-up',
    body: z
      .object({
        ...fields,
        state: z.enum(webhookStates, mustBeOneOf(webhookStates)),
        skip: z.boolean('must be true or false').meta({
          description:
            'With `state: on`, leave out what happened while it was off instead of sending it now',
        }),
        version,
      })
      .partial(),
    data: webhook,
    errors: ['out_of_date', 'step_up_required', 'too_many'],
  },
  'webhooks.delete': { summary: 'Delete a webhook', data: webhook },
  'webhooks.restore': {
    summary: 'Bring back a webhook that was deleted within 30 days; it sends what it missed',
    data: webhook,
    errors: ['conflict'],
  },
  'webhooks.test': {
    summary: 'Send an event of the type webhook.test now, once, and show what came back',
    data: attempt.extend({ answer: z.string() }),
    errors: ['too_many'],
  },
  'webhooks.rotateSecret': {
    summary:
      'Make a new secret, which is in this answer alone. For some hours the one before signs, too',
    body: z.object({
      overlapHours: overlap.default(overlapHours.usual).meta({
        description: '0 where the secret before has become known to others',
      }),
    }),
    data: z.object({ webhook, secret }),
    errors: ['step_up_required'],
  },
  'webhooks.deliveries': {
    summary:
      'The deliveries of the last 30 days, the newest first, at most the last 10,000; the next page begins at `after`',
    query: z.object({
      after: z
        .string()
        .regex(/^\d{1,15}$/, 'must be the _id of a delivery')
        .optional()
        .meta({ description: '`next` of the page before' }),
      limit: wholeNumber(
        100,
        wording('must be a whole number from {min} to {max}', { min: 1, max: 100 }),
      ).optional(),
      status: z.enum(deliveryStatuses, mustBeOneOf(deliveryStatuses)).optional(),
    }),
    data: z.object({ deliveries: z.array(delivery), next: z.string().nullable() }),
  },
  'webhooks.replay': {
    summary:
      'Send one delivery again, or what the audit log holds of a span and the webhook’s filter matches; each event under its own webhook-id',
    body: z
      .object({
        delivery: z.string().regex(/^\d{1,15}$/, 'must be the _id of a delivery'),
        from: instant(),
        to: instant(true),
      })
      .partial()
      .superRefine(({ delivery, from, to }, context) => {
        const refuse = (path: string, message: string) =>
          context.addIssue({ code: 'custom', path: [path], message })
        const isSpan = from !== undefined && to !== undefined
        if (delivery !== undefined) {
          if (from !== undefined || to !== undefined) refuse('delivery', 'goes without from and to')
        } else if (!isSpan) refuse(from === undefined ? 'from' : 'to', 'is required')
        else if (Date.parse(from) > Date.parse(to)) refuse('to', 'must not be before from')
        else if (Date.parse(to) - Date.parse(from) > maxReplayDays * 86_400_000)
          refuse('to', wording('must be within {max} days of from', { max: maxReplayDays }))
      }),
    data: nothing,
    errors: ['conflict'],
  },
})
