import { z } from 'zod'
import { endpointsOf } from '../calls/endpoint.ts'
import { jobStatuses } from '../jobs/jobs.ts'
import { oneOf } from '../lists/filters.ts'
import { listQuery, pageOf } from '../lists/listing.ts'
import { component, id, recordFields, reference, time, version } from '../values/fields.ts'
import { maxReason } from '../values/max-reason.ts'
import { mustBeOneOf, wording } from '../values/said.ts'
import { expecting, line, maybeLine, text } from '../values/text.ts'
import { proposalActions, proposalAreas } from './proposable.ts'
import { proposalsRoutes as routes } from './proposals.routes.ts'

/**
 * Limits of proposals: records and bytes of one; waiting ones of an account, and those that are refused within an hour;
 * days until one expires.
 */
export const proposalLimits = {
  records: 500,
  bytes: 1_048_576,
  waiting: 20,
  refusedPerHour: 120,
  days: 7,
  reason: 1_000,
  recordsPerHour: 10_000,
} as const

export const proposalStatuses = ['waiting', 'approved', 'rejected', 'withdrawn', 'expired'] as const

/** Why a person may not decide a proposal: it is their own, or they lack a permission of the change. */
export const proposalObstacles = ['own', 'permissions'] as const

const fields = z.record(z.string(), z.unknown()).nullable()

export const proposal = component('Proposal', {
  ...recordFields,
  area: z.enum(proposalAreas),
  action: z.enum(proposalActions),
  patch: z
    .object({ status: z.string().optional(), role: z.string().optional() })
    .nullable()
    .meta({ description: 'What `status`, `feed` and `role` give' }),
  reason: z.string().meta({ description: 'As the agent gives it' }),
  status: z.enum(proposalStatuses),
  by: reference.meta({ description: 'The account that proposes' }),
  key: reference.nullable().meta({ description: 'The key with which it was proposed' }),
  count: z.int().meta({ description: 'How many records it would change' }),
  people: z.int().meta({ description: 'How many people the records are, or are about' }),
  irreversible: z
    .object({ mails: z.int(), sessions: z.int() })
    .meta({ description: 'What no undo takes back: e-mails at the most, and people signed out' }),
  expiresAt: time,
  decidedBy: reference.nullable(),
  decidedAt: time.nullable(),
  decision: z.string().nullable().meta({ description: 'The reason that was given' }),
  job: z
    .object({
      _id: z.string(),
      status: z.enum(jobStatuses),
      total: z.int(),
      changed: z.int(),
      unchanged: z.int(),
      failed: z.int(),
    })
    .nullable()
    .meta({ description: 'What carries it out once it is approved' }),
  obstacle: z
    .enum(proposalObstacles)
    .nullable()
    .meta({ description: 'Why the caller may not decide it' }),
})
export type Proposal = z.output<typeof proposal>

export const proposedRecord = component('ProposedRecord', {
  _id: z.string().meta({ description: 'Of a new record, the one that it will have' }),
  title: z.string(),
  before: fields.meta({ description: 'As in an entry of the audit log' }),
  after: fields,
  changedSince: z
    .boolean()
    .meta({ description: 'Whether it has changed since, so that it would be left as it is' }),
})
export type ProposedRecord = z.output<typeof proposedRecord>

const details = z.object({ proposal, records: z.array(proposedRecord) })

const decision = z.object({
  reason: maybeLine(maxReason)
    .default(null)
    .meta({ description: 'Stands with the proposal and in the audit log' }),
})

/** The bounds within which an account proposes; those of a key go before those of its account. */
export const agentBounds = component('AgentBounds', {
  ...recordFields,
  account: reference,
  key: reference.nullable().meta({ description: 'Null for all keys without bounds of their own' }),
  areas: z.array(z.enum(proposalAreas)),
  actions: z.array(z.enum(proposalActions)),
  recordsPerHour: z.int(),
  version: z.int(),
})
export type AgentBounds = z.output<typeof agentBounds>

const several = <const W extends readonly [string, ...string[]]>(words: W) =>
  z
    .array(z.enum(words, mustBeOneOf(words)), expecting('must be a list'))
    .min(1, 'must not be empty')
    .max(words.length, 'must name each once')
    .transform((given) => words.filter((word) => given.includes(word)))

/** The calls about proposals of agents, and the bounds within which agents propose. */
export const proposalsEndpoints = endpointsOf(routes, {
  'proposals.list': {
    summary:
      'Proposals of agents, the newest first, without those about areas that the caller may not list',
    query: listQuery({
      sorts: ['createdAt'],
      filters: { status: oneOf(proposalStatuses), area: oneOf(proposalAreas) },
    }).omit({ search: true }),
    ...pageOf('proposals', proposal),
  },
  'proposals.details': {
    summary: 'One proposal with its records, each before and after',
    data: details,
  },
  'proposals.approve': {
    summary:
      'Approve a proposal: a job carries it out in the name of who approves, and leaves records that have changed since as they are',
    body: decision,
    data: proposal,
    errors: ['not_permitted', 'conflict', 'too_many'],
  },
  'proposals.reject': {
    summary: 'Reject a proposal, with a reason that its agent can read',
    body: z.object({ reason: line(maxReason) }),
    data: proposal,
    errors: ['not_permitted', 'conflict'],
  },
  'agentBounds.list': {
    summary: 'The bounds of agents, the accounts that can have some, and where agents connect',
    data: z.object({
      bounds: z.array(agentBounds),
      accounts: z.array(
        reference.extend({
          service: z.boolean(),
          mayPropose: z.boolean(),
          keys: z.array(reference),
        }),
      ),
      url: z.string().meta({ description: 'The address of the MCP server' }),
      issuer: z
        .string()
        .nullable()
        .meta({ description: 'Who issues access tokens for it, beside the keys' }),
    }),
  },
  'agentBounds.save': {
    summary: 'Set the bounds of an account, or of one of its keys',
    body: z.object({
      account: id,
      key: id.nullable().default(null),
      areas: several(proposalAreas),
      actions: several(proposalActions),
      recordsPerHour: z
        .int('must be a whole number')
        .min(1, 'must be 1 or more')
        .max(
          proposalLimits.recordsPerHour,
          wording('must be {max} or less', { max: proposalLimits.recordsPerHour }),
        ),
      version: version.optional(),
    }),
    data: agentBounds,
    errors: ['not_found', 'out_of_date'],
  },
  'agentBounds.delete': {
    summary: 'Remove bounds; without any, an account may propose nothing',
    data: z.object({}),
  },
})

/** The reason that every proposal has to give. */
export const proposalReason = text(proposalLimits.reason)
