import { z } from 'zod'
import { areaNames } from '../areas/areas.ts'
import { endpointsOf } from '../calls/endpoint.ts'
import { routes as allRoutes, type EndpointName } from '../calls/routes.ts'
import { oneOf } from '../lists/filters.ts'
import { listQuery, pageOf } from '../lists/listing.ts'
import { component, recordFields, reference, time, version } from '../values/fields.ts'
import { maxReason } from '../values/max-reason.ts'
import { wording } from '../values/said.ts'
import { line, maybeLine, text } from '../values/text.ts'
import { consentsRoutes as routes } from './consents.routes.ts'

/**
 * Limits of requests for consent: those of a person that wait at once, and how many they make within an hour; records that
 * one is about; those that are shown with what happens to each; bytes of what is kept of one; hours until it expires.
 */
export const consentLimits = {
  waiting: 20,
  perHour: 60,
  records: 100_000,
  shown: 500,
  bytes: 1_048_576,
  hours: 24,
  reason: 1_000,
  bulk: 100_000,
} as const

/**
 * What can need a second person: deleting for good, who has the rights of an owner, changes of many records at once, and
 * exports of people. `rules` is a change of these rules that weakens one.
 */
export const consentRules = ['purge', 'ownerRoles', 'bulk', 'exportPeople', 'rules'] as const
export type ConsentRule = (typeof consentRules)[number]

export const consentStatuses = [
  'waiting',
  'agreed',
  'declined',
  'withdrawn',
  'expired',
  'used',
] as const

/**
 * Why a person may not decide a request: it is their own, they lack a permission of the act, who asks has changed their
 * account or role since a day before, or they proposed the act.
 */
export const consentObstacles = ['own', 'permissions', 'dependent', 'proposer'] as const
export type ConsentObstacle = (typeof consentObstacles)[number]

const fields = z.record(z.string(), z.unknown()).nullable()
const anyFields = z.record(z.string(), z.unknown())

/** A call as it is sent, by the name of its endpoint. */
const askedCall = {
  call: z.enum(
    Object.keys(allRoutes) as [EndpointName, ...EndpointName[]],
    'must be the name of a call',
  ),
  params: anyFields.default({}),
  query: anyFields.default({}),
  body: anyFields.default({}),
}

/** A request that a second person agrees to a call. */
export const consent = component('Consent', {
  ...recordFields,
  rules: z.array(z.enum(consentRules)).meta({ description: 'Why the call needs consent' }),
  call: z.string().meta({ description: 'The name of the call' }),
  area: z.enum(areaNames).nullable().meta({ description: 'What the records are' }),
  action: z
    .string()
    .meta({ description: 'What is done, as an action of the audit log or of a job' }),
  detail: z.string().nullable().meta({ description: 'What else says what is done' }),
  count: z.int().meta({ description: 'How many records it is about' }),
  reason: z.string(),
  status: z.enum(consentStatuses),
  by: reference.meta({ description: 'Who asks' }),
  expiresAt: time,
  decidedBy: reference.nullable(),
  decidedAt: time.nullable(),
  decision: z.string().nullable().meta({ description: 'The reason that was given' }),
  usedAt: time.nullable(),
  obstacle: z
    .enum(consentObstacles)
    .nullable()
    .meta({ description: 'Why the caller may not decide it' }),
  asked: z.object({ params: anyFields, query: anyFields, body: anyFields }).nullable().meta({
    description:
      'The call as it was sent, for whoever asked; null for others, and where it holds a password',
  }),
})
export type Consent = z.output<typeof consent>

export const consentRecord = component('ConsentRecord', {
  _id: z.string(),
  title: z.string(),
  before: fields.meta({ description: 'As in an entry of the audit log' }),
  after: fields,
})
export type ConsentRecord = z.output<typeof consentRecord>

/** The `data` of a failure `consent_required`. */
export interface ConsentRequired {
  rules: ConsentRule[]
  /** What the call would do to how many records, as a request for consent says it. */
  draft: Pick<Consent, 'call' | 'area' | 'action' | 'detail' | 'count'>
  /** Whether there is anybody who could agree at this moment. */
  possible: boolean
}

const onOff = z.boolean('must be true or false')
const settings = {
  purge: onOff,
  ownerRoles: onOff,
  exportPeople: onOff,
  bulk: z
    .int('must be a whole number')
    .min(1, 'must be 1 or more')
    .max(consentLimits.bulk, wording('must be {max} or less', { max: consentLimits.bulk }))
    .nullable()
    .meta({ description: 'More records than this need consent; null where no number does' }),
}

export const consentSettings = component('ConsentSettings', {
  ...settings,
  version: z.int(),
  mayChange: z.boolean(),
  owners: z.int().meta({ description: 'Owners who can sign in, the caller among them' }),
  cannotWork: z.array(z.enum(consentRules)).meta({
    description: 'Rules by which the caller could do nothing, as nobody else could agree',
  }),
})
export type ConsentSettings = z.output<typeof consentSettings>

const decision = z.object({ reason: maybeLine(maxReason).default(null) })
const decided = { data: consent, errors: ['not_permitted', 'conflict'] } as const

export const consentFilters = ['forMe', 'mine', 'decided'] as const

/** The calls about consents of a second person. */
export const consentsEndpoints = endpointsOf(routes, {
  'consents.rules': {
    summary: 'Which acts need the consent of a second person',
    data: consentSettings,
  },
  'consents.saveRules': {
    summary:
      'Set which acts need the consent of a second person; owners alone. To weaken a rule needs a second owner, while there is one',
    body: z.object({ ...settings, version }),
    data: consentSettings,
    errors: ['not_permitted', 'step_up_required', 'consent_required', 'out_of_date', 'conflict'],
  },
  'consents.list': {
    summary: 'Requests for consent: those that the caller can decide, or made, or that are decided',
    query: listQuery({
      sorts: ['createdAt'],
      filters: { of: oneOf(consentFilters), status: oneOf(consentStatuses) },
    }).omit({ search: true }),
    ...pageOf('consents', consent),
  },
  'consents.open': {
    summary: 'How many requests wait for the caller, and the caller’s own that are open',
    data: z.object({
      offered: z.boolean().meta({
        description: 'Whether there is anything to see: a rule, a request, or rules to set',
      }),
      forMe: z.int(),
      mine: z.array(consent.extend({ records: z.array(z.string()) })),
    }),
  },
  'consents.details': {
    summary: 'One request for consent with its records, each before and after',
    data: z.object({ consent, records: z.array(consentRecord) }),
  },
  'consents.create': {
    summary:
      'Ask for the consent of a second person to a call, which is tried and taken back to see what it concerns',
    body: z.object({ ...askedCall, reason: text(consentLimits.reason) }),
    data: consent,
    status: 201,
    errors: ['not_permitted', 'step_up_required', 'conflict', 'too_many', 'too_large'],
  },
  'consents.agree': {
    summary: 'Agree to a call of somebody else',
    body: decision,
    ...decided,
    errors: ['not_permitted', 'conflict'],
  },
  'consents.decline': {
    summary: 'Decline a call of somebody else, with a reason that they read',
    body: z.object({ reason: line(maxReason) }),
    ...decided,
  },
  'consents.withdraw': { summary: 'Withdraw one’s own request', ...decided },
})
