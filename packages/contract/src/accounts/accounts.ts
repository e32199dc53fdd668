import { z } from 'zod'
import { endpointsOf } from '../calls/endpoint.ts'
import { flag } from '../lists/filters.ts'
import { listQuery, pageOf } from '../lists/listing.ts'
import { user } from '../users/users.ts'
import { id, time } from '../values/fields.ts'
import { accountsRoutes as routes } from './accounts.routes.ts'
import { emailAddress, linkToken, newPassword, personName } from './credentials.ts'

export const waitingQuery = listQuery({
  sorts: ['createdAt', 'name', 'email'],
  filters: { emailConfirmed: flag() },
})

/** The calls about accounts (specification sections 4 and 7). */
export const accountsEndpoints = endpointsOf(routes, {
  'accounts.registration': {
    summary: 'What a registration leads to just now',
    data: z.object({
      first: z.boolean().meta({ description: 'Whether the next account becomes the owner' }),
      setupCode: z.boolean().meta({ description: 'Whether it has to bring the setup code' }),
    }),
  },
  'accounts.register': {
    summary: 'Register: the first account becomes the owner, every later one waits for approval',
    body: z.object({
      name: personName(),
      email: emailAddress(),
      password: newPassword(),
      setupCode: z.string('must be text').trim().max(100, 'is wrong').nullish().meta({
        description: 'Printed at start where the first owner needs it',
      }),
    }),
    data: z.object({ status: z.enum(['active', 'pending']) }),
    status: 201,
    errors: ['too_many'],
  },
  'accounts.confirmAddress': {
    summary: 'Confirm the address of a registration by the link of a mail; then it can be approved',
    body: z.object({ token: linkToken() }),
    data: z.null(),
    errors: ['dead_link', 'too_many'],
  },
  'accounts.forgotPassword': {
    summary: 'Ask for a mail with a link to set a new password',
    body: z.object({ email: emailAddress() }),
    data: z.null(),
    errors: ['too_many'],
  },
  'accounts.checkLink': {
    summary: 'Whether the link of a mail still works',
    body: z.object({ token: linkToken() }),
    data: z.object({ kind: z.enum(['reset', 'invitation']), expiresAt: time }),
    errors: ['dead_link', 'too_many'],
  },
  'accounts.resetPassword': {
    summary: 'Set a password by the link of a mail; ends every session of the account',
    body: z.object({ token: linkToken(), password: newPassword() }),
    data: z.null(),
    errors: ['dead_link', 'too_many'],
  },
  'accounts.listWaiting': {
    summary: 'Those who registered and wait for approval',
    query: waitingQuery,
    ...pageOf('users', user),
  },
  'accounts.approve': {
    summary: 'Let somebody in who waits, with a role',
    body: z.object({ role: id }),
    data: user,
    errors: ['conflict', 'step_up_required'],
  },
  'accounts.decline': {
    summary: 'Turn somebody away who waits; their account is deleted',
    data: user,
    errors: ['conflict'],
  },
  'accounts.invite': {
    summary: 'Mail a new invitation to an admin who has no password yet',
    data: z.object({ expiresAt: time }),
    errors: ['conflict', 'too_many'],
  },
})
