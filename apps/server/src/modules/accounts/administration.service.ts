import { emailAddress, newPassword, personName } from '@steward/contract/accounts/credentials'
import { msg } from '@steward/i18n/reader'
import { nested, say } from '@steward/i18n/sentence'
import type { z } from 'zod'
import type { Db } from '../../db/connection/connection.ts'
import type { Actor } from '../../db/write/audit.ts'
import { write } from '../../db/write/write.ts'
import { newId } from '../../ids.ts'
import { OperatorError } from '../../operator-error.ts'
import {
  accountEvent,
  passwordChanged,
  passwordsTurned,
  sessionsEnded,
} from '../authentication/account-events.ts'
import { setPassword } from '../authentication/credentials.store.ts'
import { hashPassword, weaknessOf } from '../authentication/passwords.ts'
import { endSessions } from '../authentication/sessions.store.ts'
import {
  arePasswordsOff,
  keepsPassword,
  lockSignInSettings,
  saveSignInSettings,
} from '../authentication/sign-in-settings.store.ts'
import { clearSignInFailures } from '../authentication/throttle.store.ts'
import { type LastOwners, lastOwnersAmong, lockActiveOwners } from '../roles/owners.store.ts'
import { findActiveRole, lockOwnerRole } from '../roles/roles.store.ts'
import { removeFactors } from '../second-factor/second-factor.store.ts'
import { findUserByEmail } from '../users/users.store.ts'
import { type AdminLine, listAdmins } from './administration.store.ts'

const actor: Actor = { system: 'command line' }

/** Parses a value; throws an OperatorError in the words of the contract. */
function parseOrThrow<S extends z.ZodType>(what: string, schema: S, value: unknown): z.output<S> {
  const result = schema.safeParse(value)
  if (result.success) return result.data
  throw new OperatorError(
    say('{field} {problem}.', {
      field: nested(what),
      problem: nested(result.error.issues[0]?.message ?? msg('is wrong')),
    }),
  )
}

function checkPassword(password: string, email: string): void {
  const weakness = weaknessOf(parseOrThrow(msg('The password'), newPassword(), password), email)
  if (weakness)
    throw new OperatorError(say('The password {weakness}.', { weakness: nested(weakness) }))
}

/** Finds an admin by address; throws an OperatorError where there is none. */
export async function findAdminOrThrow(db: Db, email: string): Promise<AdminLine> {
  const [admin] = await listAdmins(db, email)
  if (admin) return admin
  throw new OperatorError(
    say('There is no admin with the address {email}. See: steward admin list', { email }),
  )
}

/** A new admin; `role` is the name or `_id` of their role. */
export interface NewAdmin {
  name: string
  email: string
  role: { name: string } | 'owner'
  password: string
}

/** Creates an admin who can sign in at once; returns their role's name; throws an OperatorError. */
export async function createAdminAccount(db: Db, who: NewAdmin): Promise<string> {
  const email = parseOrThrow('address', emailAddress(), who.email)
  const name = parseOrThrow('name', personName(), who.name)
  checkPassword(who.password, email)
  return await addAdmin(db, actor, { ...who, name, email })
}

/** Adds an admin; returns their role's name; throws OperatorError for a bad role or address. */
export async function addAdmin(
  db: Db,
  by: Actor,
  { name, email, role: wanted, password }: NewAdmin,
): Promise<string> {
  const passwordHash = await hashPassword(password)
  return await write(db, by, async (writing) => {
    const { tx } = writing
    const role = wanted === 'owner' ? await lockOwnerRole(tx) : await roleOf(tx, wanted.name)
    if (await findUserByEmail(tx, email)) {
      throw new OperatorError(say('Somebody has the address {email} already.', { email }))
    }
    const id = newId()
    await writing.insert('users', [{ id, name, email, type: 'admin', role_id: role.id }])
    await setPassword(tx, id, passwordHash)
    return role.name
  })
}

async function roleOf(tx: Db, nameOrId: string): Promise<{ id: string; name: string }> {
  const role = await findActiveRole(tx, nameOrId)
  if (role) return role
  throw new OperatorError(say('There is no active role “{nameOrId}”.', { nameOrId }))
}

/** Sets another password, ends sessions and clears failed sign-ins; throws an OperatorError. */
export async function replacePassword(db: Db, admin: AdminLine, password: string): Promise<void> {
  checkPassword(password, admin.email)
  const passwordHash = await hashPassword(password)
  await write(db, actor, async ({ tx, lock, note }) => {
    await lock('users', [admin.id])
    await setPassword(tx, admin.id, passwordHash)
    await endSessions(tx, admin.id)
    note(passwordChanged(admin))
  })
  await clearSignInFailures(db, admin.email)
}

/** Blocks (ending sessions) or unblocks; throws an OperatorError for the last active owner. */
export async function setBlocked(db: Db, admin: AdminLine, blocked: boolean): Promise<void> {
  await write(db, actor, async (writing) => {
    const { tx, lock } = writing
    if (blocked) {
      await lockActiveOwners(tx)
      const why = await lastOwnersAmong(tx, [admin.id])
      if (why) throw lastOwner(admin, why)
    }
    const patch = blocked
      ? { status: 'inactive' as const }
      : { status: 'active' as const, email_confirmed: true }
    await writing.update('users', await lock('users', [admin.id]), patch)
    if (blocked) await endSessions(tx, admin.id)
  })
}

const lastOwner = ({ email }: AdminLine, why: LastOwners): OperatorError =>
  new OperatorError(
    {
      last: say('{email} is the last active owner. Make another one first.', { email }),
      last_able: say(
        '{email} is the last active owner who can sign in, as passwords are turned off. Turn them on first: steward admin passwords-on',
        { email },
      ),
      none_able: msg(
        'No owner can sign in, as passwords are turned off. Turn them on first: steward admin passwords-on',
      ),
    }[why],
  )

/** Removes all second factors of an admin and ends their sessions. */
export async function clearFactors(db: Db, admin: AdminLine): Promise<void> {
  await write(db, actor, async ({ tx, lock, note }) => {
    await lock('users', [admin.id])
    await removeFactors(tx, admin.id)
    await endSessions(tx, admin.id)
    note(accountEvent('update', admin, 'The second factor was removed'))
  })
}

/** Lets passwords sign in again; false where they do already. */
export const turnPasswordsOn = (db: Db): Promise<boolean> =>
  write(db, actor, async ({ tx, note }) => {
    const { passwords_off, version } = await lockSignInSettings(tx)
    if (!passwords_off) return false
    await saveSignInSettings(tx, { passwords_off: false, version: version + 1 })
    note(passwordsTurned(false))
    return true
  })

/** Whether a password of this address signs in: while passwords are turned off, only one that an owner keeps. */
export async function doesPasswordSignIn(db: Db, email: string): Promise<boolean> {
  if (!(await arePasswordsOff(db))) return true
  const admin = await findAdminOrThrow(db, email)
  return await keepsPassword(db, admin.id)
}

/** Ends all sessions of these admins; returns how many there were. */
export async function signOutEverywhere(db: Db, admins: readonly AdminLine[]): Promise<number> {
  return await write(db, actor, async ({ tx, note }) => {
    let all = 0
    for (const admin of admins) {
      const ended = await endSessions(tx, admin.id)
      if (ended > 0) note(sessionsEnded(admin, ended))
      all += ended
    }
    return all
  })
}
