import { z } from 'zod'
import {
  auditActions,
  auditAreas,
  auditDoors,
  auditLogRoutes as routes,
} from './audit-log.routes.ts'
import { endpoint } from './endpoint.ts'
import { id, idParams, reference, time } from './fields.ts'
import { bound, byId, oneOf } from './filters.ts'
import { instant } from './instant.ts'
import { listQuery, pagination } from './listing.ts'

const fields = z.record(z.string(), z.unknown()).nullable()

/** One entry of the audit log. */
export const auditEntry = z
  .object({
    _id: z.string(),
    at: time,
    actor: reference.nullable().meta({ description: 'Null where nobody was signed in' }),
    role: reference.nullable().meta({ description: 'The role as which they acted' }),
    through: z.enum(auditDoors),
    address: z.string().nullable().meta({ description: 'The network address of who acted' }),
    action: z.enum(auditActions),
    area: z.enum(auditAreas),
    record: z
      .object({ _id: z.string().nullable(), title: z.string() })
      .nullable()
      .meta({ description: 'Null for many at once; _id is null where there was no such record' }),
    count: z.int().meta({ description: 'How many records it is about' }),
    before: fields.meta({
      description:
        'The fields that changed, named as in the record; of a deletion all; null where there was nothing',
    }),
    after: fields.meta({ description: 'The same after the change; null where it is gone' }),
    detail: z.string().nullable().meta({ description: 'What happened, where no field tells' }),
    batch: z.string().nullable().meta({ description: 'The same for all that belongs together' }),
    undoes: z.string().nullable().meta({ description: 'The _id of the entry that this took back' }),
    undoneBy: z
      .string()
      .nullable()
      .meta({ description: 'The _id of the entry that took this back' }),
  })
  .meta({ id: 'AuditEntry' })

/** One entry of the audit log. */
export type AuditEntry = z.output<typeof auditEntry>

/** The query of the audit log, the newest entry first; `search` looks in the record's title. */
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

/** What an undo of several entries did. */
const undone = z.object({
  entries: z.array(auditEntry).meta({ description: 'What the undo wrote' }),
  left: z
    .array(
      z.object({
        _id: z.string().meta({ description: 'The entry that was left as it is' }),
        area: z.enum(auditAreas),
        record: z.object({ _id: z.string().nullable(), title: z.string() }).nullable(),
        message: z.string(),
        errors: z.array(z.object({ path: z.string(), msg: z.string() })),
      }),
    )
    .meta({ description: 'What could not be taken back, and why' }),
  jobs: z
    .array(z.string())
    .meta({ description: 'The jobs that take it back, where it is more than is done at once' }),
})

/** The audit log. */
export const auditLogEndpoints = {
  'auditLog.list': endpoint(routes['auditLog.list'], {
    summary: 'Who changed what, and when; entries of areas that one may not list are left out',
    query: auditLogQuery,
    data: z.object({ entries: z.array(auditEntry), pagination }),
  }),
  'auditLog.undo': endpoint(routes['auditLog.undo'], {
    summary: 'Take back an entry, or a whole batch where it is untouched since',
    params: idParams,
    data: undone,
    errors: ['conflict', 'taken', 'unsafe', 'invalid', 'step_up_required'],
  }),
  'auditLog.undoSpan': endpoint(routes['auditLog.undoSpan'], {
    summary: 'Take back all that a person did in a span of time, where it is untouched since',
    body: z.object({
      actor: id,
      from: instant(),
      to: instant(true),
    }),
    data: undone,
    errors: ['not_found', 'conflict'],
  }),
}
