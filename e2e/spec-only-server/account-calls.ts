import type { SpecifiedCall } from '@steward/contract/calls/specified-calls'
import { type Answer, json } from './answers.ts'
import type { Ask, Handler } from './ask.ts'

/** How long a session lives, in milliseconds. */
const sessionTime = 9_000_000

/** What a call answers of which nothing, or the message alone, is read. */
const said = ({ options }: Ask, message: string): Answer => {
  if (options.writes === 'none') return { status: 204, text: '' }
  return json(options.writes === 'empty' ? {} : { message })
}

/** Signing in and out, and passwords (specification section 7, Authentication). Anybody may sign in. */
export const accountCalls = {
  'session.login': ({ sessions, options }) =>
    json({ data: options.login(sessions.begin(), Date.now() + sessionTime) }),
  'session.logout': ({ sessions, token, options }) => {
    sessions.end(token)
    return options.writes === 'none' ? { status: 204, text: '' } : json({ data: null })
  },
  'accounts.forgotPassword': (ask) => said(ask, 'The server has sent a mail.'),
  'accounts.resetPassword': (ask) => said(ask, 'The server has set the password.'),
} as const satisfies Partial<Record<SpecifiedCall, Handler>>
