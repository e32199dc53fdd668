import { z } from 'zod'
import { listings } from '../areas/listings.ts'
import { change, creation, purgeCall, recordSchema, sentShape } from '../areas/records.ts'
import { endpointsOf } from '../calls/endpoint.ts'
import { areaQuery, pageOf, pagination, pagingBody, pagingQuery } from '../lists/listing.ts'
import {
  conditionsSchema,
  conditionsSent,
  fieldRulesSchema,
  fieldRulesSent,
} from '../permissions/conditions.endpoints.ts'
import {
  permissionModulesSchema,
  permissionModulesSent,
  permissionSchema,
} from '../permissions/permissions.endpoints.ts'
import { component, id, person, recordId, reference, time } from '../values/fields.ts'
import { wording } from '../values/said.ts'
import { roleDraft, roleReplay } from './replay.ts'
import { rolesRoutes as routes } from './roles.routes.ts'

/** A whole number within bounds; null where it isn't bounded by the role. */
const between = (least: number, most: number) => {
  const words = wording('must be a whole number from {min} to {max}', {
    min: least,
    max: String(most),
  })
  return z.int(words).min(least, words).max(most, words).nullable()
}

export const roleSecurity = {
  requireSecondFactor: z.boolean('must be true or false').meta({
    description: 'Whether its people can do nothing before they have a second factor',
  }),
  maxSessions: between(1, 100).meta({
    description: 'Sessions that a person may have at once; the oldest ends for a new one. Null: 50',
  }),
  idleMinutes: between(5, 10_080).meta({
    description: 'Minutes without a request that end a session; null: as the server is set',
  }),
}

export const role = recordSchema('roles', 'Role', {
  permissions: permissionModulesSchema,
  conditions: conditionsSchema,
  fieldRules: fieldRulesSchema,
  system: z.boolean().meta({ description: 'The owner role. It can’t be changed.' }),
  ...roleSecurity,
  version: z.int(),
})
export type Role = z.output<typeof role>

export const rolesQuery = areaQuery(listings.roles)

const inOneState = rolesQuery.omit({ deleted: true })

/** A permission that people gain or lose, and how many of them may sign in (`people`). */
const moved = z.object({ permission: permissionSchema, people: z.int() })

export const roleEffect = component('RoleEffect', {
  people: z
    .array(person.extend({ status: z.string() }))
    .meta({ description: 'Who holds the role, by name, at most 100' }),
  peopleCount: z.int().meta({ description: 'Everybody who holds the role' }),
  activeCount: z.int().meta({ description: 'Those of them who may sign in' }),
  gained: z.array(moved),
  lost: z.array(moved),
  since: z.string().meta({ description: 'The first of the 30 days that are counted (UTC)' }),
  refused: z
    .array(
      z.object({ person, permission: permissionSchema, requests: z.int(), lastDay: z.string() }),
    )
    .meta({
      description:
        'Requests of the last 30 days that a lost permission let through, most first, at most 200',
    }),
  refusedCount: z.int().meta({ description: 'All such requests' }),
})
export type RoleEffect = z.output<typeof roleEffect>

const sent = sentShape('roles', {
  permissions: permissionModulesSent,
  conditions: conditionsSent,
  fieldRules: fieldRulesSent,
})

const page = pageOf('roles', role)

/** The calls of roles (specification section 7, Roles). */
export const rolesEndpoints = endpointsOf(routes, {
  'roles.list': { summary: 'Every role that is not deleted', query: rolesQuery, ...page },
  'roles.listInactive': { summary: 'Inactive roles', query: inOneState, ...page },
  'roles.listDeleted': { summary: 'Deleted roles', query: inOneState, ...page },
  'roles.updateSecurity': {
    summary: 'Change how the people of a role are held to be safe',
    body: z
      .object({ ...roleSecurity, version: z.int('must be a whole number').min(1) })
      .partial()
      .extend({ _id: id }),
    data: role,
    errors: ['not_found', 'out_of_date', 'unsafe'],
  },
  'roles.listAssignable': {
    summary: 'The roles that the caller can give to an admin, by name',
    data: z.array(person),
  },
  'roles.create': {
    summary: 'Create a role; nobody can grant a permission that they do not hold',
    body: creation('roles', sent),
    files: ['image'],
    data: role,
    status: 201,
    errors: ['taken'],
  },
  'roles.update': {
    summary: 'Change a role; what is left out stays as it is, `permissions` is set as a whole',
    body: change(sent).extend({ _id: recordId }),
    files: ['image'],
    data: role,
    errors: ['not_found', 'out_of_date', 'taken', 'unsafe', 'step_up_required'],
  },
  'roles.updateImage': {
    summary: 'Give a role another picture',
    body: z.object({ _id: recordId, image: sent.image.optional() }),
    files: ['image'],
    data: role,
    errors: ['not_found', 'unsafe'],
  },
  'roles.updateStatus': {
    summary: 'Activate or deactivate a role; an inactive role lets nobody in',
    body: z.object({
      _id: recordId,
      status: z.enum(['active', 'inactive'], 'must be active or inactive'),
    }),
    data: role,
    errors: ['not_found', 'unsafe'],
  },
  'roles.delete': {
    summary: 'Delete a role that no active admin holds',
    data: role,
    errors: ['conflict', 'unsafe'],
  },
  'roles.restore': {
    summary: 'Bring a deleted role back, with the status from before its deletion',
    query: pagingQuery,
    body: pagingBody,
    data: z.object({ role, roles: z.array(role), pagination }),
    errors: ['taken'],
  },
  'roles.effect': {
    summary: 'What other permissions would do to the people of a role, before it is saved',
    body: roleDraft,
    data: roleEffect,
    errors: ['not_found', 'unsafe'],
  },
  'roles.replay': {
    summary:
      'What a draft of a role would have refused in the last 90 days, and the role as it is saved wouldn’t',
    body: roleDraft,
    data: roleReplay,
    errors: ['not_found', 'unsafe', 'too_many'],
  },
  'roles.preview': {
    summary:
      'Look at everything through a role: a second, read-only session that ends with its own logout',
    body: z.object({ _id: recordId }),
    data: z.object({
      token: z.string().meta({ description: 'The bearer token of the look' }),
      tokenExpiry: time,
      role: reference,
      permissions: permissionModulesSchema,
      missing: z
        .array(permissionSchema)
        .meta({ description: 'What the role permits and the look can’t show: not held oneself' }),
    }),
    errors: ['not_found'],
  },
  'roles.purge': purgeCall('a role'),
})
