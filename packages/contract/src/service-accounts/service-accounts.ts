import { z } from 'zod'
import { endpointsOf } from '../calls/endpoint.ts'
import { component, recordFields, recordId, reference, time } from '../values/fields.ts'
import { wording } from '../values/said.ts'
import { expecting, line, note } from '../values/text.ts'
import { serviceAccountsRoutes as routes } from './service-accounts.routes.ts'

/** How many service accounts there may be, keys of one that can be used, and networks of one key. */
export const maxServiceAccounts = { accounts: 200, keys: 20, networks: 50 } as const

/** Days that a key may be valid, and hours for which the one before a rotation goes on. */
export const keyLimits = {
  days: { usual: 90, max: 366 },
  overlapHours: { usual: 24, max: 168 },
  perMinute: { usual: 600, max: 6_000 },
} as const

export const serviceKey = component('ServiceKey', {
  _id: z.string(),
  createdAt: time,
  createdBy: reference.nullable().meta({ description: 'Null where that person is gone' }),
  name: z.string(),
  prefix: z.string().meta({ description: 'How it begins, to be told from others' }),
  status: z.enum(['active', 'expired', 'revoked']).meta({
    description: 'Whether it can be used; also an active one can’t while its account can’t',
  }),
  networks: z
    .array(z.string())
    .meta({ description: 'From where it may be used, in CIDR notation; none for anywhere' }),
  maxPerMinute: z.int(),
  expiresAt: time,
  revokedAt: time.nullable(),
  replaces: z.string().nullable().meta({ description: 'The _id of the key that it rotated' }),
  lastUsedAt: time.nullable().meta({ description: 'To the minute' }),
  lastUsedFrom: z.string().nullable().meta({ description: 'The network address' }),
  refusedAt: time
    .nullable()
    .meta({ description: 'When it last came from a network where it may not be used' }),
  refusedFrom: z.string().nullable(),
})
export type ServiceKey = z.output<typeof serviceKey>

export const serviceAccount = component('ServiceAccount', {
  ...recordFields,
  name: z.string(),
  about: z.string().nullable(),
  status: z.enum(['active', 'inactive', 'pending']),
  role: reference.nullable(),
  lastActiveAt: time.nullable(),
  keys: z.array(serviceKey).meta({ description: 'The newest first' }),
  version: z.int(),
})
export type ServiceAccount = z.output<typeof serviceAccount>

const whole = (words: { min: number; max: number }) =>
  z
    .int('must be a whole number')
    .min(words.min, wording('must be {min} or more', { min: words.min }))
    .max(words.max, wording('must be {max} or less', { max: words.max }))

/** An address or a network in CIDR notation. */
const network = z.union(
  [z.ipv4(), z.cidrv4(), z.ipv6(), z.cidrv6()],
  'must be an address or a network such as 203.0.113.0/24',
)

const keySent = {
  name: line().meta({ description: 'What it is used for' }),
  days: whole({ min: 1, max: keyLimits.days.max }).default(keyLimits.days.usual),
  networks: z
    .array(network, expecting('must be a list of networks'))
    .max(
      maxServiceAccounts.networks,
      wording('must have at most {max} networks', { max: maxServiceAccounts.networks }),
    )
    .default([]),
  maxPerMinute: whole({ min: 1, max: keyLimits.perMinute.max }).default(keyLimits.perMinute.usual),
}

const newKey = z.object({
  account: serviceAccount,
  key: serviceKey,
  secret: z.string().meta({ description: 'The key itself, which is shown this once' }),
})

export const serviceAccountsEndpoints = endpointsOf(routes, {
  'serviceAccounts.list': {
    summary: 'The service accounts with their keys, by name',
    data: z.object({
      accounts: z.array(serviceAccount),
      roles: z
        .array(reference)
        .meta({ description: 'Those that the caller can give to one, by name' }),
    }),
  },
  'serviceAccounts.create': {
    summary:
      'Create a service account: an account without a person, with a role that grants no more than one holds oneself, and never that of owners',
    body: z.object({ name: line(), about: note().optional(), role: recordId }),
    data: serviceAccount,
    status: 201,
    errors: ['not_permitted', 'conflict', 'step_up_required'],
  },
  'serviceAccounts.createKey': {
    summary: 'Create a key of a service account',
    body: z.object(keySent),
    data: newKey,
    status: 201,
    errors: ['not_permitted', 'conflict', 'unsafe', 'step_up_required'],
  },
  'serviceAccounts.rotateKey': {
    summary:
      'Create a key in place of another one, which goes on for some hours; what isn’t sent stays as it was',
    body: z.object({
      days: keySent.days,
      overlapHours: whole({ min: 0, max: keyLimits.overlapHours.max }).default(
        keyLimits.overlapHours.usual,
      ),
    }),
    data: newKey,
    status: 201,
    errors: ['not_permitted', 'conflict', 'unsafe', 'step_up_required'],
  },
  'serviceAccounts.revokeKey': {
    summary: 'Revoke a key; its next call is refused',
    data: serviceAccount,
    errors: ['not_permitted'],
  },
})
