import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { time } from './fields.ts'
import { sessionRoutes as routes } from './session.routes.ts'
import { user } from './users.ts'

/** Signing in and out (specification sections 3, 4 and 7). */
export const sessionEndpoints = {
  'session.login': endpoint(routes['session.login'], {
    summary: 'Sign in with e-mail and password',
    body: z.object({
      email: z.string('is required').trim().min(1, 'is required').max(320),
      password: z.string('is required').min(1, 'is required').max(1000),
      code: z.string().max(100).nullish(),
    }),
    data: z.object({
      token: z.string().meta({ description: 'The bearer token of every further call' }),
      tokenExpiry: time,
      admin: user,
    }),
    errors: ['wrong_credentials', 'account_not_ready', 'too_many'],
  }),
  'session.logout': endpoint(routes['session.logout'], {
    summary: 'Sign out; the token is dead at once',
    data: z.object({}),
  }),
}
