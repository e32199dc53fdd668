import { z } from 'zod'
import { isAddress, newPassword, notAnAddress } from '../accounts/credentials.ts'
import { listings } from '../areas/listings.ts'
import { change, creation, purgeCall, recordSchema, sentShape } from '../areas/records.ts'
import { endpointsOf } from '../calls/endpoint.ts'
import { areaQuery, detailsQuery, pageOf } from '../lists/listing.ts'
import { permissionSchema } from '../permissions/permissions.endpoints.ts'
import { component, recordId, reference, time } from '../values/fields.ts'
import { mustBeOneOf, wording } from '../values/said.ts'
import { expecting, maybeLine } from '../values/text.ts'
import { userFields } from './users.fields.ts'
import { usersRoutes as routes } from './users.routes.ts'

export { userSubmodule } from './users.routes.ts'

export const userTypes = userFields.type.choices
const shoppingFeedStatuses = userFields.shoppingFeedStatus.choices

export type UserType = (typeof userTypes)[number]

export const user = recordSchema('users', 'User', {
  id: z.string().meta({ description: 'The same as _id' }),
  emailConfirmed: z.boolean().meta({
    description:
      'Whether the address is proved, or vouched for by who made the account; else nobody can activate it',
  }),
  service: z.boolean().meta({
    description:
      'Whether it is the account of a program, which signs in by keys and has no e-mail address',
  }),
  provider: reference.nullable().optional().meta({
    description:
      'The identity provider that the role comes from, and where alone it can be changed',
  }),
  version: z.int(),
})
export type User = z.output<typeof user>

export const usersQuery = areaQuery(listings.users)

const sent = sentShape('users', {
  // A form can't leave a field out: it sends the empty text.
  email: maybeLine(320)
    .refine((text) => text === null || isAddress(text), notAnAddress)
    .meta({ description: 'Unique whatever its case; null for none, which an admin can’t have' }),
  type: z.enum(userTypes, expecting(mustBeOneOf(userTypes))),
  role: z
    .string('must be the _id of a role')
    .nullable()
    .meta({ description: 'The _id of an active role, for admins only; empty or null for none' }),
  shoppingFeedStatus: z.enum(shoppingFeedStatuses, expecting(mustBeOneOf(shoppingFeedStatuses))),
})

export const userActivity = component('UserActivity', {
  lastActiveAt: time.nullable(),
  signIns: z
    .array(z.object({ at: time, ip: z.string().nullable(), userAgent: z.string().nullable() }))
    .meta({ description: 'The newest 20 of the last 90 days, newest first' }),
  since: z.string().meta({ description: 'The first of the 30 days that are counted (UTC)' }),
  days: z.array(z.int()).meta({ description: 'Requests a day, 30 of them, today last' }),
  uses: z
    .array(z.object({ permission: permissionSchema, requests: z.int(), lastDay: z.string() }))
    .meta({ description: 'Requests of those days by permission, most first' }),
})
export type UserActivity = z.output<typeof userActivity>

const page = pageOf('users', user)

/** The calls of users (specification section 7, Users). */
export const usersEndpoints = endpointsOf(routes, {
  'users.listAdmins': { summary: 'Admins', query: usersQuery, ...page },
  'users.listBusiness': { summary: 'Business users', query: usersQuery, ...page },
  'users.list': {
    summary: 'Users of every type that the caller may list',
    query: usersQuery,
    ...page,
  },
  'users.details': {
    summary: 'One user',
    query: detailsQuery.extend({
      deleted: z.enum(['none', 'all'], 'must be one of none, all').default('none').meta({
        description: 'A user who is deleted is told only where this is `all`',
      }),
    }),
    data: user,
  },
  'users.activity': { summary: 'What a user did lately', data: userActivity },
  'users.create': {
    summary: 'Create a user; an admin without a password is mailed an invitation',
    body: creation('users', { ...sent, password: newPassword().nullable() }),
    files: ['image'],
    data: user,
    status: 201,
    errors: ['taken', 'step_up_required'],
  },
  'users.update': {
    summary: 'Change a user; what is left out stays as it is',
    body: change({
      ...sent,
      id: z.string(),
      currentPassword: z
        .string()
        .max(1000)
        .meta({ description: 'One’s own, to change one’s own e-mail address' }),
    }),
    files: ['image'],
    data: user,
    errors: ['conflict', 'out_of_date', 'taken', 'unsafe', 'step_up_required'],
  },
  'users.changeStatus': {
    summary: 'Swap active and inactive; pending becomes active',
    data: user,
    errors: ['conflict', 'unsafe', 'step_up_required'],
  },
  'users.setShoppingFeed': {
    summary: 'Open or close the shopping feed of a user',
    body: z.object({ status: sent.shoppingFeedStatus }),
    data: user,
    errors: ['unsafe'],
  },
  'users.delete': {
    summary: 'Delete a user and end their sessions',
    data: user,
    errors: ['unsafe'],
  },
  'users.restore': {
    summary:
      'Bring a deleted user back; the old password of an admin is gone, and a link to set one is mailed',
    data: user,
    errors: ['taken', 'unsafe', 'step_up_required'],
  },
  'users.assignRole': {
    summary: 'Give a role to several admins: to all of them or to none',
    body: z.object({
      role: recordId,
      users: z
        .array(recordId, expecting('must be a list of the _ids of admins'))
        .min(1, 'must name at least one admin')
        .max(100, wording('must name at most {max} admins', { max: 100 })),
    }),
    data: z.object({ users: z.array(user) }),
    errors: ['not_found', 'unsafe', 'step_up_required'],
  },
  'users.purge': purgeCall('a user'),
})
