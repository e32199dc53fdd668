import type { Db } from '../../db/connection/connection.ts'
import { invalidField } from '../../http/failure.ts'
import type { Session } from '../../http/session.ts'
import { findAccountById } from './credentials.store.ts'
import { passwordFits } from './passwords.ts'
import { enforceRateLimit, perUser } from './throttle.store.ts'

/**
 * Requires the own password for acts that a stolen session must not allow; returns its hash.
 * @throws {Failure} `invalid` at `path`, `too_many` after ten wrong ones in 15 minutes
 */
export async function requireOwnPassword(
  db: Db,
  session: Session,
  password: string,
  path = 'password',
): Promise<string> {
  const limit = perUser('own-password', session.user.id, 10, 15)
  const attempt = await enforceRateLimit(db, limit)
  const account = await findAccountById(db, session.user.id)
  const fits = await passwordFits(password, account?.password_hash ?? null)
  if (!account?.password_hash || !fits) {
    throw invalidField(path, 'is not your password', 'That isn’t your password.')
  }
  await attempt.forget(limit.key)
  return account.password_hash
}
