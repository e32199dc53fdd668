import { z } from 'zod'
import { endpointsOf } from '../calls/endpoint.ts'
import { byId, flag, oneOf } from '../lists/filters.ts'
import { listQuery, pageOf } from '../lists/listing.ts'
import { whereFilters } from '../permissions/conditions.endpoints.ts'
import { permissionSchema } from '../permissions/permissions.endpoints.ts'
import { allPermissions } from '../permissions/permissions.ts'
import { component, id, person, reference, time } from '../values/fields.ts'
import { language } from '../values/language.ts'
import { mustBeOneOf, wording } from '../values/said.ts'
import {
  maxTaken,
  accessReviewRoutes as routes,
  sourceKinds,
  unusedDays,
} from './access-review.routes.ts'

type Words = [string, ...string[]]
const wordsOf = (part: 'module' | 'submodule' | 'action') =>
  [...new Set(allPermissions.map((each) => each[part]))] as Words

const ofPermissions = {
  module: oneOf(wordsOf('module')),
  submodule: oneOf(wordsOf('submodule')),
  action: oneOf(wordsOf('action')),
  role: byId(),
  condition: flag().meta({
    description: 'Only what has a condition on rows, or only what has none',
  }),
  unused: oneOf(unusedDays).meta({
    description: 'Only what was not used in so many days, including today (UTC)',
  }),
}

/** The query of the people who hold permissions; `search` looks in their names. */
export const heldQuery = listQuery({
  sorts: ['person', 'permission', 'lastUsed'],
  order: 'person',
  filters: {
    ...ofPermissions,
    person: byId(),
    source: oneOf(sourceKinds),
    service: flag().meta({ description: 'Only service accounts, or only people' }),
  },
})

/** The query of what roles permit; `search` looks in the names of roles. */
export const heldByRolesQuery = listQuery({
  sorts: ['role', 'permission', 'people', 'lastUsed'],
  order: 'role',
  filters: ofPermissions,
})

const day = z.string().meta({ format: 'date' })

const condition = whereFilters
  .nullable()
  .meta({ description: 'The rows that the role’s permission is for; null for all' })

const uses = {
  lastUsed: day.nullable().meta({ description: 'The last day of use (UTC); null for never' }),
  uses: z.int().meta({ description: 'Requests of the last 90 days' }),
}

export const source = z.object({
  _id: z
    .string()
    .nullable()
    .meta({ description: 'That of a temporary role or a loan, by which it can be ended' }),
  kind: z.enum(sourceKinds).meta({
    description:
      'owner: the owner role; role: a role given here; group: a role by groups of an identity provider; temporaryRole: a further role until a time; loan: on loan for some records',
  }),
  role: reference.nullable().meta({ description: 'Null for a loan' }),
  condition,
  until: time.nullable().meta({ description: 'When a temporary role or a loan ends' }),
  records: z.int().nullable().meta({
    description: 'For how many records a loan is; null for a permission to make some',
  }),
  provider: reference.nullable().meta({
    description: 'The identity provider that alone decides about the role',
  }),
  groups: z.array(z.string()).meta({
    description:
      'The groups there that are mapped to the role, of people by SCIM those they are in',
  }),
})

export const heldPermission = component('HeldPermission', {
  _id: z.string(),
  person: person.extend({
    status: z.enum(['active', 'inactive', 'pending']),
    service: z.boolean().meta({ description: 'Whether it is a service account' }),
  }),
  permission: permissionSchema,
  sources: z.array(source),
  ...uses,
})
export type HeldPermission = z.output<typeof heldPermission>

export const rolePermission = component('RolePermission', {
  _id: z.string(),
  role: reference.extend({ system: z.boolean() }),
  permission: permissionSchema,
  condition,
  people: z.int().meta({ description: 'Everybody who holds it through the role' }),
  ...uses,
})
export type RolePermission = z.output<typeof rolePermission>

const ofRole = z.object({
  role: id,
  permission: z
    .object(permissionSchema.shape)
    .refine(
      ({ module, submodule, action }) =>
        allPermissions.some(
          (each) =>
            each.module === module && each.submodule === submodule && each.action === action,
        ),
      'is not a permission of the catalogue',
    ),
})

const taken = z.object({
  permissions: z
    .array(ofRole)
    .min(1, 'must name a permission')
    .max(maxTaken, wording('must name at most {max} permissions', { max: maxTaken })),
})

const takenUnused = taken.extend({
  unused: z
    .enum(unusedDays, mustBeOneOf(unusedDays))
    .default('90d')
    .meta({ description: 'For how many days nobody with the role may have used it' }),
})

export const takeAwayPreview = z.object({
  role: reference,
  permission: permissionSchema,
  people: z.int().meta({ description: 'Active people with the role, who would lose it' }),
  obstacle: z.enum(['owner', 'used', 'gone', 'unseen']).nullable().meta({
    description:
      'Why it can’t be taken: the owner role has everything; somebody used it; the role doesn’t permit it any more; the caller’s list of admins has a condition, so that they don’t see whom it concerns',
  }),
  usedBy: z
    .array(person.extend({ lastUsed: day }))
    .meta({ description: 'Who used it meanwhile, the latest first, at most 5' }),
  usedCount: z.int().meta({ description: 'All who did' }),
})
export type TakeAwayPreview = z.output<typeof takeAwayPreview>

const changed = {
  data: z.object({ roles: z.array(reference).meta({ description: 'The roles that changed' }) }),
}

export const accessReviewEndpoints = endpointsOf(routes, {
  'accessReview.list': {
    summary: 'Who holds which permission, through what, and when they last used it',
    description:
      'One record a person and permission, of staff that isn’t deleted, whose role is active and whom the caller may list. It also needs the permission to list admins.',
    query: heldQuery,
    ...pageOf('held', heldPermission),
  },
  'accessReview.listRoles': {
    summary: 'What roles permit their people, and when any of them last used it',
    description: 'Roles that nobody has are left out. It also needs the permission to list admins.',
    query: heldByRolesQuery,
    ...pageOf('held', rolePermission),
  },
  'accessReview.file': {
    summary:
      'Who holds which permission as CSV, by person; 429 beyond 10 files a minute by one person',
    query: heldQuery.omit({ page: true, limit: true, sort: true }).extend({
      language: language.optional().meta({ description: 'The language of the headings' }),
    }),
    data: z.null(),
    file: 'text/csv; charset=utf-8',
    errors: ['too_many'],
  },
  'accessReview.preview': {
    summary: 'Who would lose permissions of roles, and what stands in the way',
    body: takenUnused,
    data: z.object({ permissions: z.array(takeAwayPreview) }),
  },
  'accessReview.takeAway': {
    summary: 'Take permissions away from roles whose people don’t use them, all or none',
    description:
      'By the rules of roles.update; 409 where somebody with the role has used one; 403 where a condition narrows the caller’s list of admins.',
    body: takenUnused,
    ...changed,
    errors: ['not_found', 'unsafe', 'conflict', 'step_up_required'],
  },
  'accessReview.giveBack': {
    summary: 'Give permissions back to roles, all or none',
    description: 'By the rules of roles.update.',
    body: taken,
    ...changed,
    errors: ['not_found', 'unsafe', 'step_up_required'],
  },
})
