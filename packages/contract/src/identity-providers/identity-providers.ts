import { z } from 'zod'
import { endpointsOf, translatable } from '../calls/endpoint.ts'
import { component, id, recordFields, reference, version } from '../values/fields.ts'
import { mustBeOneOf, wording } from '../values/said.ts'
import { expecting, line, maybeLine } from '../values/text.ts'
import { identityProvidersRoutes as routes } from './identity-providers.routes.ts'
import { maxAdmissionRules, maxGroupRoles } from './mapping.ts'

export const subjectClaims = ['sub', 'oid'] as const
export const tokenAuths = ['client_secret_basic', 'client_secret_post'] as const
export const admittedAs = ['pending', 'active'] as const
const roleStatuses = ['active', 'inactive', 'deleted'] as const

const mapped = reference.extend({ status: z.enum(roleStatuses) })

export const identityProvider = component('IdentityProvider', {
  ...recordFields,
  name: z.string(),
  enabled: z.boolean().meta({ description: 'Whether people sign in by it' }),
  issuer: z.string(),
  clientId: z.string(),
  hasSecret: z.boolean().meta({ description: 'The secret itself is never told' }),
  tokenAuth: z.enum(tokenAuths),
  scopes: z.string(),
  subjectClaim: z.enum(subjectClaims),
  groupsClaim: z.string(),
  groupRoles: z.array(
    z.object({
      group: z.string(),
      role: mapped.nullable().meta({ description: 'Null where the role is gone for good' }),
    }),
  ),
  admission: z.array(
    z.object({
      claim: z.string().nullable().meta({ description: 'Null for the groups' }),
      value: z.string(),
      status: z.enum(admittedAs),
    }),
  ),
  linksAccounts: z.boolean(),
  clockSkewSeconds: z.int(),
  acrValues: z.string(),
  stepUpMaxAge: z.int(),
  stepUpAcrValues: z.string(),
  endsSession: z.boolean(),
  people: z.int().meta({ description: 'How many accounts are linked to it' }),
  provisioner: reference.nullable().meta({
    description: 'The service account that provisions for it by SCIM',
  }),
  redirectUri: z.string(),
  backChannelLogoutUri: z.string(),
  version: z.int(),
})
export type IdentityProvider = z.output<typeof identityProvider>

const flag = z.boolean('must be true or false')
const value = (most: number) => line(most)

const groupRoles = z
  .array(z.object({ group: value(500), role: id }), expecting('must be a list of groups and roles'))
  .max(maxGroupRoles, wording('must have at most {max} entries', { max: maxGroupRoles }))
  .superRefine((entries, context) => {
    const seen = new Set<string>()
    for (const [i, { group }] of entries.entries()) {
      if (seen.has(group))
        context.addIssue({ code: 'custom', message: 'is already mapped above', path: [i, 'group'] })
      seen.add(group)
    }
  })

const admission = z
  .array(
    z.object({
      claim: maybeLine(200).default(null),
      value: value(500),
      status: z.enum(admittedAs, mustBeOneOf(admittedAs)),
    }),
    expecting('must be a list of rules'),
  )
  .max(maxAdmissionRules, wording('must have at most {max} entries', { max: maxAdmissionRules }))

const seconds = (most: number) =>
  z
    .int('must be a whole number')
    .min(0, 'must be 0 or more')
    .max(most, wording('must be at most {max}', { max: most }))

const fields = {
  name: line(),
  enabled: flag,
  issuer: line(500),
  clientId: line(500),
  clientSecret: maybeLine(2000).meta({
    description: 'Null for none; the one until now stays where it is left out',
  }),
  tokenAuth: z.enum(tokenAuths, mustBeOneOf(tokenAuths)),
  scopes: line(500).refine(
    (scopes) => scopes.split(/\s+/).includes('openid'),
    'must contain openid',
  ),
  subjectClaim: z.enum(subjectClaims, mustBeOneOf(subjectClaims)),
  groupsClaim: line(),
  groupRoles,
  admission,
  linksAccounts: flag,
  clockSkewSeconds: seconds(300),
  acrValues: maybeLine(500),
  stepUpMaxAge: seconds(600),
  stepUpAcrValues: maybeLine(500),
  endsSession: flag,
  provisioner: id.nullable().meta({ description: 'The _id of a service account' }),
}

const issuer = fields.issuer

/** A sentence, with what a translation of it is made from. */
const sentence = z.object({ message: z.string(), ...translatable })

/** What the endpoints of a provider say, or why they say nothing. */
const discovered = z.object({
  problem: sentence.nullable().meta({ description: 'Null where all is well' }),
  warnings: z.array(sentence),
  endpoints: z.array(z.object({ name: z.string(), value: z.string() })),
})

const explained = z.object({
  signature: z.enum(['valid', 'invalid', 'none']).meta({
    description: '`none` where claims were pasted as JSON, which nobody has signed',
  }),
  signatureProblem: sentence.nullable(),
  subject: z.string().nullable(),
  name: z.string().nullable(),
  email: z.string().nullable(),
  emailVerified: z.boolean().nullable().meta({ description: 'Null where it isn’t said' }),
  groups: z.array(z.string()),
  group: z.string().nullable().meta({ description: 'The group that decides about the role' }),
  role: reference.nullable(),
  rule: z
    .object({ claim: z.string().nullable(), value: z.string(), status: z.enum(admittedAs) })
    .nullable()
    .meta({ description: 'The rule of admission that decides about a new account' }),
  person: reference.nullable().meta({ description: 'The account that would be signed in' }),
  outcome: z
    .enum(['active', 'pending', 'refused'])
    .meta({ description: 'Whether a sign-in with this token would get in, wait, or be refused' }),
  reason: sentence,
})
export type Explained = z.output<typeof explained>

const passwords = z.object({
  off: z.boolean(),
  keptBy: z
    .array(reference)
    .meta({ description: 'The owners whose password still works while passwords are off' }),
  version: z.int(),
})

export const identityProvidersEndpoints = endpointsOf(routes, {
  'identityProviders.list': {
    summary:
      'The identity providers by name, the roles that groups can get, and whether passwords work',
    data: z.object({
      providers: z.array(identityProvider),
      roles: z.array(mapped.extend({ system: z.boolean() })),
      passwords,
      postLogoutUri: z.string(),
      next: z
        .object({ _id: z.string(), redirectUri: z.string(), backChannelLogoutUri: z.string() })
        .meta({ description: 'For the next provider: what it can be told before it is added' }),
    }),
  },
  'identityProviders.create': {
    summary: 'Add an identity provider; nobody is admitted until its rules say so',
    body: z
      .object({
        ...fields,
        _id: id.meta({ description: 'That of `next`, as the provider’s addresses hold it' }),
      })
      .partial()
      .required({ name: true, issuer: true, clientId: true }),
    data: identityProvider,
    status: 201,
    errors: ['taken', 'conflict', 'not_permitted', 'step_up_required'],
  },
  'identityProviders.update': {
    summary:
      'Change an identity provider; what is left out stays as it is. Disabling it ends the sessions that began there',
    body: z.object({ ...fields, version }).partial(),
    data: identityProvider,
    errors: ['taken', 'out_of_date', 'conflict', 'unsafe', 'not_permitted', 'step_up_required'],
  },
  'identityProviders.delete': {
    summary:
      'Delete an identity provider for good; its people keep their roles, which can then be changed here',
    data: z.object({}),
    errors: ['conflict', 'unsafe', 'not_permitted', 'step_up_required'],
  },
  'identityProviders.discover': {
    summary: 'Read what an issuer says of itself (discovery), and what is wrong with it',
    body: z.object({ issuer }),
    data: discovered,
    errors: ['too_many'],
  },
  'identityProviders.explain': {
    summary:
      'Say who would become what with an ID token, or with its claims as JSON; nothing is kept of it',
    body: z.object({
      token: z
        .string(expecting('must be text'))
        .trim()
        .min(1, 'is required')
        .max(50_000, wording('must have at most {max} characters', { max: 50_000 })),
    }),
    data: explained,
    errors: ['too_many'],
  },
  'identityProviders.setPasswords': {
    summary:
      'Turn passwords off, or on again; owners who chose to keep one can still sign in with it',
    body: z.object({ off: flag, version: z.int().min(0).optional() }),
    data: passwords,
    errors: ['out_of_date', 'conflict', 'unsafe', 'not_permitted', 'step_up_required'],
  },
})
