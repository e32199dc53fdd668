import { z } from 'zod'
import { signedIn } from '../accounts/session.ts'
import { endpointsOf } from '../calls/endpoint.ts'
import { id, reference, time } from '../values/fields.ts'
import { mustBeOneOf } from '../values/said.ts'
import { expecting } from '../values/text.ts'
import { openidRoutes as routes } from './openid.routes.ts'

/** A path of the web app; nothing else, so that a sign-in leads nowhere else. */
export const returnPath = z
  .string('must be text')
  .max(2000, 'must have at most 2,000 characters')
  .refine(
    (path) => /^\/(?![/\\])[^\\\s]*$/.test(path),
    'must be a path of this app, such as /bills',
  )

const started = z.object({
  url: z.string().meta({ description: 'Where the browser goes: the provider’s own sign-in page' }),
  binding: z.string().meta({
    description:
      'A secret that this browser keeps and sends at the end, so that no other one can finish',
  }),
})

const finish = z.object({
  provider: id,
  binding: z.string(expecting('must be text')).regex(/^[\w-]{1,100}$/, 'must be as it was given'),
  parameters: z
    .string(expecting('must be text'))
    .max(10_000, 'must have at most 10,000 characters')
    .regex(/^[\x21-\x7e]*$/, 'must be the query of an address')
    .meta({ description: 'The query that the provider has sent the browser back with' }),
})

const back = z.string().meta({ description: 'The path that was given at the start' })

export const ownPurposes = ['step_up', 'link'] as const

export const openidEndpoints = endpointsOf(routes, {
  'openid.start': {
    summary: 'Begin to sign in at an identity provider; works once, within 10 minutes',
    body: z.object({ provider: id, returnTo: returnPath.default('/') }),
    data: started,
    errors: ['not_found', 'conflict', 'too_many'],
  },
  'openid.finish': {
    summary: 'Sign in with what the identity provider has sent the browser back with',
    body: finish,
    data: signedIn.extend({ returnTo: back }),
    errors: ['dead_link', 'wrong_credentials', 'account_not_ready', 'conflict', 'too_many'],
  },
  'openid.own': {
    summary: 'The identity providers that one signs in by or may link, and whether passwords work',
    data: z.object({
      providers: z.array(
        reference.extend({
          since: time.nullable().meta({ description: 'Null for one that isn’t linked' }),
        }),
      ),
      passwordsOff: z.boolean(),
      hasPassword: z.boolean(),
      mayKeepPassword: z.boolean().meta({ description: 'Whether one is an owner' }),
      keepsPassword: z.boolean().meta({
        description: 'Whether one’s password works while passwords are turned off',
      }),
    }),
  },
  'openid.startOwn': {
    summary:
      'Begin to prove at an identity provider who one is, for a step-up or to link one’s account',
    body: z.object({
      provider: id,
      purpose: z.enum(ownPurposes, mustBeOneOf(ownPurposes)),
      returnTo: returnPath.default('/'),
    }),
    data: started,
    errors: ['not_found', 'conflict', 'step_up_required', 'too_many'],
  },
  'openid.finishOwn': {
    summary: 'Finish a step-up or a link with what the identity provider has sent',
    body: finish,
    data: z.object({
      returnTo: back,
      until: time.nullable().meta({
        description: 'Of a step-up: the time until which nothing asks again; null of a link',
      }),
    }),
    errors: ['dead_link', 'wrong_credentials', 'conflict', 'unsafe', 'too_many'],
  },
  'openid.keepPassword': {
    summary: 'Keep one’s password for when passwords are turned off, or give that up, as an owner',
    body: z.object({ keep: z.boolean('must be true or false') }),
    data: z.object({ keepsPassword: z.boolean() }),
    errors: ['not_permitted', 'conflict', 'unsafe', 'step_up_required'],
  },
})
