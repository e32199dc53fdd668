import { z } from 'zod'
import { endpointsOf } from '../calls/endpoint.ts'
import { user } from '../users/users.ts'
import { time } from '../values/fields.ts'
import { passkeyAnswer, passkeyChallenge } from './second-factor.ts'
import { sessionRoutes as routes } from './session.routes.ts'

/** The second factors; `email` is only offered while somebody is guessing the password. */
export const secondFactorMethods = ['totp', 'recovery', 'passkey', 'email'] as const

/** The `data` of a sign-in with the right password that still needs a second factor. */
export interface SecondFactorAsked {
  secondFactor: true
  methods: (typeof secondFactorMethods)[number][]
  /** The options for navigator.credentials.get; null without a passkey. */
  passkey: z.output<typeof passkeyChallenge> | null
}

export const signedIn = z.object({
  token: z.string().meta({ description: 'The bearer token of every further call' }),
  tokenExpiry: time,
  admin: user,
  secondFactorMissing: z.boolean().meta({
    description: 'Whether the role requires a second factor that has to be set up first',
  }),
})

/** The calls of the session (specification sections 3, 4 and 7). */
export const sessionEndpoints = endpointsOf(routes, {
  'session.login': {
    summary: 'Sign in with e-mail and password',
    body: z.object({
      email: z.string('is required').trim().min(1, 'is required').max(320),
      password: z.string('is required').min(1, 'is required').max(1000),
      code: z.string('must be text').trim().max(100).nullish().meta({
        description:
          'Second factor: the code of an app, a recovery code, or a code that was mailed',
      }),
      passkey: passkeyAnswer.nullish().meta({ description: 'Second factor: a passkey' }),
    }),
    data: signedIn,
    errors: ['wrong_credentials', 'second_factor_required', 'account_not_ready', 'too_many'],
  },
  'session.passkeyOptions': {
    summary: 'Begin to sign in with a passkey: options for navigator.credentials.get',
    data: passkeyChallenge,
    errors: ['conflict', 'too_many'],
  },
  'session.passkeyLogin': {
    summary: 'Sign in with a passkey, without a password',
    body: passkeyAnswer,
    data: signedIn,
    errors: ['wrong_credentials', 'account_not_ready', 'too_many'],
  },
  'session.logout': {
    summary: 'Sign out; the token is dead at once',
    data: z.object({
      endSessionUrl: z.string().optional().meta({
        description:
          'Where the browser goes to sign out at the identity provider too, where the session began there',
      }),
    }),
  },
})
