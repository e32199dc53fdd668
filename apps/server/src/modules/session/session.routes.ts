import type { Config } from '../../config.ts'
import type { Db } from '../../db/connection.ts'
import { Failure } from '../../http/failure.ts'
import type { Handlers } from '../../http/routes.ts'
import { findUser } from '../users/users.store.ts'
import { userView } from '../users/users.view.ts'
import { passwordFits } from './passwords.ts'
import { mustBeReady } from './session.rules.ts'
import { createSession, deleteSession, findAccount } from './session.store.ts'
import { countAttempt } from './throttle.ts'
import { hashToken, newToken } from './tokens.ts'

/** Signing in and out (specification sections 4 and 7). */
export function sessionHandlers(
  db: Db,
  config: Pick<Config, 'sessionHours'>,
): Handlers<'session.login' | 'session.logout'> {
  return {
    'session.login': async ({ body, ip, userAgent }) => {
      const forgetAttempts = await countAttempt(db, body.email, ip)
      const account = await findAccount(db, body.email)
      const fits = await passwordFits(body.password, account?.password_hash ?? null)
      if (!account || !fits) {
        throw new Failure('wrong_credentials', 'The e-mail address or the password is wrong.')
      }
      await forgetAttempts()
      mustBeReady(account)
      const token = newToken()
      const tokenExpiry = new Date(Date.now() + config.sessionHours * 3_600_000).toISOString()
      await createSession(db, {
        token_hash: hashToken(token),
        user_id: account.id,
        ip,
        user_agent: userAgent,
        expires_at: tokenExpiry,
      })
      const user = await findUser(db, account.id)
      if (!user)
        throw new Failure('wrong_credentials', 'The e-mail address or the password is wrong.')
      return { message: 'Signed in', data: { token, tokenExpiry, admin: userView(user) } }
    },
    'session.logout': async ({ session }) => {
      await deleteSession(db, session.id)
      return { message: 'Signed out', data: {} }
    },
  }
}
