import { z } from 'zod'
import { endpointsOf, translatable } from '../calls/endpoint.ts'
import { component, reference, time } from '../values/fields.ts'
import { provisioningRoutes as routes } from './provisioning.routes.ts'

/** How many groups of a provider are shown; there may be more. */
export const maxShownGroups = 200

const count = z.int()

export const provisionedBy = component('ProvisionedBy', {
  ...reference.shape,
  enabled: z.boolean().meta({ description: 'One that is turned off provisions nobody' }),
  version: z.int(),
  account: reference.nullable().meta({
    description: 'The service account whose key provisions for it',
  }),
  mayProvision: z.boolean().meta({
    description: 'Whether that account is active and its role permits it',
  }),
  keys: count.meta({ description: 'How many keys of it can be used' }),
  people: z.object({ active: count, pending: count, inactive: count }),
  groups: z.array(
    reference.extend({
      externalId: z.string().nullable(),
      members: count,
      role: reference
        .extend({ status: z.enum(['active', 'inactive', 'deleted']) })
        .nullable()
        .meta({ description: 'The role that the mapping gives its members' }),
    }),
  ),
  groupCount: count,
  lastRequestAt: time.nullable(),
  lastError: z
    .object({ at: time, call: z.string(), message: z.string(), ...translatable })
    .nullable()
    .meta({ description: 'What was last refused, and to which call' }),
})
export type ProvisionedBy = z.output<typeof provisionedBy>

export const provisioningEndpoints = endpointsOf(routes, {
  'provisioning.read': {
    summary: 'What identity providers have provisioned by SCIM, and by which service accounts',
    data: z.object({
      baseUrl: z.string().meta({ description: 'The address that a provider is given' }),
      providers: z.array(provisionedBy),
      accounts: z
        .array(reference)
        .meta({ description: 'The service accounts whose role permits provisioning' }),
    }),
  },
})
