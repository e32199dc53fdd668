import { z } from 'zod'
import { endpointsOf, translatable } from '../calls/endpoint.ts'
import { bound, byId, oneOf } from '../lists/filters.ts'
import { listQuery, pageOf } from '../lists/listing.ts'
import { component, id, reference, time } from '../values/fields.ts'
import { instant } from '../values/instant.ts'
import {
  auditActions,
  auditAreas,
  auditClients,
  auditDoors,
  auditLogRoutes as routes,
} from './audit-log.routes.ts'

const fields = z.record(z.string(), z.unknown()).nullable()

export const auditEntry = component('AuditEntry', {
  _id: z.string().meta({
    description:
      'A whole number from 1 without leading zeros, as text of at most 15 digits, higher for what was written later; to be compared as a number, since it does not sort as text',
  }),
  at: time,
  actor: reference.nullable().meta({ description: 'Null where nobody was signed in' }),
  role: reference.nullable().meta({ description: 'The role as which they acted' }),
  through: z.enum(auditDoors),
  client: z.enum(auditClients).nullable().meta({
    description:
      'Of what came through api, whether a browser or a script made the request, as its headers tell, which prove nothing; null for other doors and for older entries',
  }),
  address: z.string().nullable().meta({ description: 'The network address of who acted' }),
  action: z.enum(auditActions),
  area: z.enum(auditAreas).meta({
    description:
      'As in an address; accounts is what is about signing in, sessions, passwords and second factors, and told to those who may list admins; saved-views to those who may share them and see every list',
  }),
  record: z
    .object({ _id: z.string().nullable(), title: z.string() })
    .nullable()
    .meta({ description: 'Null for many at once; _id is null where there was no such record' }),
  count: z.int().meta({ description: 'How many records it is about' }),
  before: fields.meta({
    description:
      'The fields that changed, named as in the record; of a deletion all; null where there was nothing. The position of a category is its place among its siblings, where an undo puts it back',
  }),
  after: fields.meta({ description: 'The same after the change; null where it is gone' }),
  detail: z.string().nullable().meta({ description: 'What happened, where no field tells' }),
  batch: z.string().nullable().meta({ description: 'The same for all that belongs together' }),
  via: z
    .object({
      key: reference
        .optional()
        .meta({ description: 'The key of a service account that the call was made with' }),
      proposal: z.object({ _id: z.string(), by: reference }).optional().meta({
        description: 'The proposal of an agent that it carries out, and the account that made it',
      }),
      consent: z.object({ _id: z.string(), by: reference }).optional().meta({
        description: 'The consent that it needed, and the second person who agreed',
      }),
      loan: z.object({ _id: z.string(), grantedBy: reference }).optional().meta({
        description: 'The loan without which it was not permitted, and who granted it',
      }),
    })
    .nullable()
    .meta({ description: 'Null for what a person did by themselves' }),
  undoes: z.string().nullable().meta({ description: 'The _id of the entry that this one undid' }),
  undoneBy: z.string().nullable().meta({ description: 'The _id of the entry that undid this one' }),
  erased: z.array(z.string()).optional().meta({
    description:
      'What of this entry has been erased since, such as actor, record (its title) or before.name; left out where nothing has',
  }),
})
export type AuditEntry = z.output<typeof auditEntry>

/** The query of the audit log, whose newest entries come first; `search` looks in the titles of records. */
export const auditLogQuery = listQuery({
  sorts: ['at'],
  order: '-at',
  filters: {
    actor: byId(),
    area: oneOf(auditAreas),
    record: byId(),
    action: oneOf(auditActions),
    batch: byId(),
    from: bound('from'),
    to: bound('to'),
  },
})

/** The answer to undoing several entries. */
const undone = z.object({
  entries: z.array(auditEntry).meta({ description: 'What the undo wrote' }),
  left: z
    .array(
      z.object({
        _id: z.string().meta({ description: 'The entry that was left as it is' }),
        area: z.enum(auditAreas),
        record: z.object({ _id: z.string().nullable(), title: z.string() }).nullable(),
        message: z.string(),
        ...translatable,
        errors: z.array(z.object({ path: z.string(), msg: z.string() })),
      }),
    )
    .meta({ description: 'What could not be undone, and why' }),
  jobs: z
    .array(z.string())
    .meta({ description: 'The jobs that undo it, where there is too much for one request' }),
})

const whatUndoNeeds =
  'Beside the permission to undo, each record needs that of its area’s list (else it counts as not there: 404), and every permission that the change which results would need as a call of its own (else 403): undoing a creation is a deletion, and undoing a change of status needs the permission to set it. An undo can be undone in turn, up to 20 times (then 409).'

export const auditLogEndpoints = endpointsOf(routes, {
  'auditLog.list': {
    summary:
      'Who changed what, and when; entries of areas that one may not list are left out, and of people those of types that one may not list, by the type that they had',
    query: auditLogQuery,
    ...pageOf('entries', auditEntry),
  },
  'auditLog.undo': {
    summary: 'Undo an entry or a whole batch, where nothing has changed since',
    description: `One entry is undone whole, or 409 says at each field what stands in the way. Of a batch, what can’t be undone is left, and named with the reason. ${whatUndoNeeds}`,
    data: undone,
    errors: ['conflict', 'taken', 'unsafe', 'invalid', 'step_up_required', 'too_many'],
  },
  'auditLog.undoSpan': {
    summary: 'Undo everything a person did in a period, where nothing has changed since',
    description: `What can’t be undone is left, and named with the reason. ${whatUndoNeeds}`,
    body: z.object({ actor: id, from: instant(), to: instant(true) }),
    data: undone,
    errors: ['not_found', 'conflict', 'too_many'],
  },
})
