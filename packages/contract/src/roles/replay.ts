import { z } from 'zod'
import { auditActions, auditAreas } from '../audit-log/audit-log.routes.ts'
import { conditionsSent, fieldRulesSent } from '../permissions/conditions.endpoints.ts'
import { permissionModulesSent, permissionSchema } from '../permissions/permissions.endpoints.ts'
import { component, person, recordId, time } from '../values/fields.ts'

/** The days that are replayed, including today. */
export const replayedDays = 90

/** Why a draft of a role refuses something. */
export const refusalReasons = ['permission', 'rows', 'field'] as const

/** A draft of a role that isn't saved; what is left out is as the role has it. */
export const roleDraft = z.object({
  _id: recordId,
  permissions: permissionModulesSent,
  conditions: conditionsSent.optional(),
  fieldRules: fieldRulesSent.optional(),
})

const example = z.object({
  _id: z.string().meta({ description: 'The id of the audit entry' }),
  at: time,
  area: z.enum(auditAreas),
  action: z.enum(auditActions),
  record: z.object({ _id: z.string().nullable(), title: z.string() }),
})

const refused = z.object({
  person,
  permission: permissionSchema,
  reason: z.enum(refusalReasons).meta({
    description:
      '`permission`: the draft doesn’t have it; `rows`: a record is, or becomes, outside of its condition; `field`: a changed field is hidden or read-only',
  }),
  field: z.string().nullable().meta({ description: 'The field; null for other reasons' }),
  requests: z
    .int()
    .meta({ description: 'Requests that used the permission; 0 where another reason refuses' }),
  changes: z.int().meta({ description: 'Changes of records; a batch counts each record' }),
  firstDay: z.string().meta({ description: 'UTC' }),
  lastDay: z.string().meta({ description: 'UTC' }),
  examples: z.array(example).meta({
    description: 'The last changes, at most 5; none without the right to list the audit log',
  }),
})

const counts = { requests: z.int(), changes: z.int() }

export const roleReplay = component('RoleReplay', {
  since: z.string().meta({ description: 'The first of the 90 days that are replayed (UTC)' }),
  refused: z.array(refused).meta({
    description:
      'What the draft would have refused and the role, as it is saved, wouldn’t; the most frequent first, at most 200',
  }),
  refusedCount: z.int().meta({ description: 'All such, by person, permission and reason' }),
  people: z
    .array(z.object({ person, ...counts }))
    .meta({ description: 'By person, the most frequent first, at most 100' }),
  peopleCount: z.int(),
  permissions: z.array(z.object({ permission: permissionSchema, ...counts })),
  ...counts,
  narrowed: z.array(z.object({ permission: permissionSchema, requests: z.int() })).meta({
    description: 'Requests for lists that the draft still answers, with fewer rows or fields',
  }),
  looked: z.int().meta({ description: 'Entries of the audit log that were looked at' }),
  whole: z
    .boolean()
    .meta({ description: 'Whether those are all of the 90 days; the last ones otherwise' }),
  unknown: z
    .int()
    .meta({ description: 'Those of older versions, which don’t tell what a condition asks' }),
  unseen: z.int().meta({ description: 'Those that the caller may not see; they aren’t judged' }),
})
export type RoleReplay = z.output<typeof roleReplay>
export type RoleDraft = z.output<typeof roleDraft>
