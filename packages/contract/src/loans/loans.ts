import { z } from 'zod'
import { areaNames } from '../areas/areas.ts'
import { endpointsOf } from '../calls/endpoint.ts'
import { oneOf } from '../lists/filters.ts'
import { listQuery, pageOf } from '../lists/listing.ts'
import { permissionSchema } from '../permissions/permissions.endpoints.ts'
import { component, id, recordFields, reference, time } from '../values/fields.ts'
import { instant } from '../values/instant.ts'
import { maxReason } from '../values/max-reason.ts'
import { wording } from '../values/said.ts'
import { line, maybeLine } from '../values/text.ts'
import { loanLimits } from './loan-limits.ts'
import { loansRoutes as routes } from './loans.routes.ts'

export const loanStatuses = [
  'asked',
  'active',
  'declined',
  'withdrawn',
  'expired',
  'ended',
] as const

/** How a loan ended: its time was over, it was for one use, somebody ended it, or who granted it lost the permission. */
export const loanEnds = ['time', 'use', 'hand', 'granter'] as const

/** Whose requests a list shows: those that wait for one’s decision, one’s own, or the loans that one may see now. */
export const loanTabs = ['decide', 'mine', 'active'] as const

/** Why somebody may not decide: it is their own request, or they don’t hold the permission. */
export const loanObstacles = ['own', 'permission'] as const

const minutes = z
  .int('must be a whole number of minutes')
  .min(1, 'must be 1 or more')
  .max(loanLimits.minutes, wording('must be {max} or less', { max: loanLimits.minutes }))

export const loan = component('Loan', {
  ...recordFields,
  permission: permissionSchema,
  area: z.enum(areaNames),
  records: z
    .array(z.string())
    .nullable()
    .meta({ description: 'The _ids of the records; null for a permission to make some' }),
  reason: z.string(),
  minutes: z.int().meta({ description: 'For how long, from the grant on' }),
  oneUse: z.boolean().meta({ description: 'Whether it ends with the first change' }),
  status: z.enum(loanStatuses),
  by: reference.meta({ description: 'Who asked' }),
  expiresAt: time.meta({ description: 'Until when the request can be answered' }),
  decidedBy: reference.nullable(),
  decidedAt: time.nullable(),
  decision: z
    .string()
    .nullable()
    .meta({ description: 'Why it was declined, or a word with the grant' }),
  endsAt: time.nullable(),
  uses: z.int().meta({ description: 'How many changes were made under it' }),
  endedHow: z.enum(loanEnds).nullable(),
  endedBy: reference.nullable(),
  endedAt: time.nullable(),
  obstacle: z.enum(loanObstacles).nullable().meta({ description: 'Why the caller may not decide' }),
  mayEnd: z.boolean().meta({ description: 'Whether the caller may end it' }),
})
export type Loan = z.output<typeof loan>

export const lentRecord = component('LentRecord', {
  _id: z.string(),
  title: z
    .string()
    .nullable()
    .meta({ description: 'Null where it is gone, or the caller may not see the record' }),
  state: z
    .enum(['there', 'deleted', 'gone'])
    .meta({ description: 'gone also where the caller may not see the record' }),
})

const details = z.object({
  loan,
  records: z.array(lentRecord),
  opens: z
    .array(z.string())
    .meta({ description: 'The calls that the permission opens, such as bills.restore' }),
})

const ids = z
  .array(id.toLowerCase(), 'must be a list')
  .min(1, 'must not be empty')
  .max(loanLimits.records, wording('must have at most {max}', { max: loanLimits.records }))
  .transform((given) => [...new Set(given)])

export const temporaryRole = component('TemporaryRole', {
  _id: z.string(),
  role: reference,
  until: time,
  reason: z.string(),
  givenBy: reference,
  createdAt: time,
  active: z.boolean(),
  endedAt: time.nullable(),
  endedBy: reference.nullable(),
})
export type TemporaryRole = z.output<typeof temporaryRole>

/** The calls about permissions on loan, and roles until a time. */
export const loansEndpoints = endpointsOf(routes, {
  'loans.list': {
    summary:
      'Requests and loans that the caller may see, the newest first: their own, those that they decided, and those of what they hold',
    query: listQuery({
      sorts: ['createdAt'],
      filters: { status: oneOf(loanStatuses), tab: oneOf(loanTabs) },
    }).omit({ search: true }),
    ...pageOf('loans', loan),
  },
  'loans.own': {
    summary: 'What is on loan to the caller now, and how many requests wait for their decision',
    data: z.object({
      loans: z.array(loan),
      declined: z.array(loan).meta({
        description: 'Requests of the caller that were declined within an hour, at most 10',
      }),
      toDecide: z.int(),
    }),
  },
  'loans.details': {
    summary: 'One request with its records and what it opens',
    data: details,
  },
  'loans.ask': {
    summary:
      'Ask for a permission on some records for a time; colleagues who hold it grant or decline it within 24 hours',
    body: z.object({
      module: line(),
      submodule: line(),
      action: line(),
      records: ids.optional().meta({ description: 'Left out for `create`, needed otherwise' }),
      reason: line(maxReason),
      minutes,
      oneUse: z.boolean('must be true or false').default(false),
    }),
    data: loan,
    status: 201,
    errors: ['not_permitted', 'not_found', 'conflict', 'too_many'],
  },
  'loans.grant': {
    summary: 'Grant a request, for as long and on as many records as was asked for, or less',
    body: z.object({
      minutes: minutes.optional(),
      records: ids.optional(),
      reason: maybeLine(maxReason).default(null),
    }),
    data: loan,
    errors: ['not_permitted', 'conflict'],
  },
  'loans.decline': {
    summary: 'Decline a request',
    body: z.object({ reason: line(maxReason) }),
    data: loan,
    errors: ['not_permitted', 'conflict'],
  },
  'loans.withdraw': {
    summary: 'Withdraw one’s own request',
    data: loan,
    errors: ['conflict'],
  },
  'loans.end': {
    summary: 'End a loan before its time',
    data: loan,
    errors: ['not_permitted', 'conflict'],
  },
  'temporaryRoles.list': {
    summary: 'The roles that a person has or had until a time, the newest first; at most 50',
    data: z.object({ temporaryRoles: z.array(temporaryRole) }),
  },
  'temporaryRoles.give': {
    summary: 'Give a person a further role until a time, beside their own',
    body: z.object({
      role: id.toLowerCase(),
      until: instant(true),
      reason: line(maxReason),
    }),
    data: temporaryRole,
    status: 201,
    errors: ['not_found', 'not_permitted', 'conflict', 'step_up_required'],
  },
  'temporaryRoles.end': {
    summary: 'End a temporary role before its time',
    data: temporaryRole,
    errors: ['not_found', 'not_permitted', 'conflict'],
  },
})
