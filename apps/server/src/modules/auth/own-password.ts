import type { Db } from '../../db/connection/connection.ts'
import { Failure } from '../../http/failure.ts'
import type { Session } from '../../http/session.ts'
import { findAccountById } from './credentials.store.ts'
import { passwordFits } from './passwords.ts'
import { enforceRateLimit, perUser } from './throttle.ts'

/**
 * Asks the person signed in for their password, before something that whoever has taken over a
 * session must not do.
 * @param path the field that holds it
 * @returns the hash that it fits
 * @throws {Failure} `invalid` at the field, `too_many` after ten wrong ones in 15 minutes
 */
export async function requireOwnPassword(
  db: Db,
  session: Session,
  password: string,
  path: string,
): Promise<string> {
  const limit = perUser('own-password', session.user.id, 10, 15)
  const attempt = await enforceRateLimit(db, [limit])
  const account = await findAccountById(db, session.user.id)
  const fits = await passwordFits(password, account?.password_hash ?? null)
  if (!account?.password_hash || !fits) {
    throw new Failure('invalid', 'That isn’t your password.', {
      errors: [{ msg: 'is not your password', path }],
    })
  }
  await attempt.forget(limit.key)
  return account.password_hash
}
