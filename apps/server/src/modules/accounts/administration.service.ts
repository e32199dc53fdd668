import { emailAddress, newPassword, personName } from '@steward/contract/credentials'
import type { z } from 'zod'
import type { Db } from '../../db/connection.ts'
import { type Actor, type Writing, write } from '../../db/write.ts'
import { newId } from '../../ids.ts'
import { Problem } from '../../problem.ts'
import { holdPerson, setPassword } from '../auth/credentials.store.ts'
import { weaknessOf } from '../auth/password-policy.ts'
import { hashPassword } from '../auth/passwords.ts'
import { endSessions } from '../auth/sessions.store.ts'
import { forgetSignIns } from '../auth/throttle.ts'
import { removeFactors } from '../second-factor/second-factor.store.ts'
import { type AdminLine, findActiveRole, holdOwners, listAdmins } from './administration.store.ts'
import { findKnown } from './registration.service.ts'

const actor: Actor = { system: 'command line' }

/** @throws {Problem} in the words of the contract */
function checked<S extends z.ZodType>(what: string, schema: S, value: unknown): z.output<S> {
  const result = schema.safeParse(value)
  if (result.success) return result.data
  throw new Problem(`The ${what} ${result.error.issues[0]?.message ?? 'is wrong'}.`)
}

/** The admin of an address. @throws {Problem} where there is none */
export async function mustFindAdmin(db: Db, email: string): Promise<AdminLine> {
  const [admin] = await listAdmins(db, email)
  if (admin) return admin
  throw new Problem(`There is no admin with the address ${email}. See: steward admin list`)
}

/**
 * Makes an admin who can sign in at once, as the person who runs Steward.
 * @param who.role an active role by name or `_id`, or the owner role
 * @throws {Problem} where something of it will not do
 */
export async function makeAdmin(
  db: Db,
  who: { name: string; email: string; role: { name: string } | 'owner'; password: string },
): Promise<{ id: string; role: string }> {
  const email = checked('address', emailAddress(), who.email)
  const name = checked('name', personName(), who.name)
  mustDo(who.password, email)
  const passwordHash = await hashPassword(who.password)
  return await write(db, actor, async ({ tx, insert }) => {
    const role = await findActiveRole(tx, who.role)
    if (!role) {
      const named = who.role === 'owner' ? 'the owner role' : `“${who.role.name}”`
      throw new Problem(`There is no active role ${named}.`)
    }
    if (await findKnown(tx, email)) throw new Problem(`Somebody has the address ${email} already.`)
    const id = newId()
    const none = { phone: null, image: null, business_name: null, location: null, about: null }
    const row = { id, name, email, type: 'admin' as const, role_id: role.id, ...none }
    await insert('users', [{ ...row, last_active_at: null, deleted_at: null }])
    await setPassword(tx, id, passwordHash)
    return { id, role: role.name }
  })
}

/**
 * Sets an admin's password; ends their sessions and clears what wrong ones have counted up.
 * @throws {Problem} where the password will not do
 */
export async function replacePassword(db: Db, admin: AdminLine, password: string): Promise<void> {
  mustDo(password, admin.email)
  const passwordHash = await hashPassword(password)
  await write(db, actor, async ({ tx }) => {
    await holdPerson(tx, admin.id)
    await setPassword(tx, admin.id, passwordHash)
    await endSessions(tx, admin.id)
  })
  await forgetSignIns(db, admin.email)
}

/**
 * Deactivates an admin and ends their sessions, or lets them in again; that vouches for their address
 * where they have not confirmed it.
 * @throws {Problem} for the last active owner
 */
export async function setBlocked(db: Db, admin: AdminLine, blocked: boolean): Promise<void> {
  await write(db, actor, async (writing) => {
    const { tx, lock, update } = writing
    if (blocked) await mustNotBeLastOwner(writing, admin)
    const rows = await lock('users', [admin.id])
    await update(
      'users',
      rows,
      blocked ? { status: 'inactive' } : { status: 'active', email_confirmed: true },
    )
    if (blocked) await endSessions(tx, admin.id)
  })
}

async function mustNotBeLastOwner({ tx }: Writing, admin: AdminLine): Promise<void> {
  const owners = await holdOwners(tx)
  if (owners.length === 1 && owners[0] === admin.id) {
    throw new Problem(`${admin.email} is the last active owner. Make another one first.`)
  }
}

/** Takes an admin's second factor away and ends their sessions. */
export async function clearFactors(db: Db, admin: AdminLine): Promise<void> {
  await write(db, actor, async ({ tx }) => {
    await holdPerson(tx, admin.id)
    await removeFactors(tx, admin.id)
    await endSessions(tx, admin.id)
  })
}

function mustDo(password: string, email: string): void {
  const weakness = weaknessOf(checked('password', newPassword(), password), email)
  if (weakness) throw new Problem(`The password ${weakness}.`)
}
