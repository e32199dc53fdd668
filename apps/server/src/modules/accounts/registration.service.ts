import { sql } from 'kysely'
import type { Db } from '../../db/connection.ts'
import { type Writing, write } from '../../db/write.ts'
import { newId } from '../../ids.ts'
import { setPassword } from '../auth/credentials.store.ts'
import { createConfirmation } from './confirmations.service.ts'

/** Whether there is any admin account yet, waiting ones too. */
export async function hasAdmins(db: Db): Promise<boolean> {
  const admin = await db
    .selectFrom('users')
    .select('id')
    .where('type', '=', 'admin')
    .where('deleted_at', 'is', null)
    .limit(1)
    .executeTakeFirst()
  return admin !== undefined
}

/** Somebody whose address is known already. */
export interface KnownPerson {
  id: string
  name: string
  email: string | null
  email_confirmed: boolean
  type: 'admin' | 'business' | 'member'
  status: 'active' | 'inactive' | 'pending'
}

/** Who has an address among all people who are not deleted. */
export async function findKnown(db: Db, email: string): Promise<KnownPerson | undefined> {
  return await db
    .selectFrom('users')
    .select(['id', 'name', 'email', 'email_confirmed', 'type', 'status'])
    .where(sql<boolean>`steward_key(email) = steward_key(${email})`)
    .where('deleted_at', 'is', null)
    .executeTakeFirst()
}

/** Who registers. */
export interface Registration {
  name: string
  email: string
  passwordHash: string
  /** Whether they may become the owner, should there be no admin. */
  mayOwn: boolean
}

/** What a registration came to; `confirmation` is the token of a link that confirms the address. */
export type Registered =
  | { as: 'owner' }
  | { as: 'waiting'; confirmation: string }
  | { as: 'known'; person: KnownPerson }

/**
 * Registers an admin. The first one of a system without admins becomes its owner: whoever comes at
 * the same moment waits for the owner role's row and finds that it is no longer so. Every later one
 * has to confirm their address first; so has whoever registers again before it is confirmed.
 */
export async function registerAdmin(db: Db, who: Registration): Promise<Registered> {
  const id = newId()
  const made = await makeAdmin(db, id, who)
  if (made.as === 'owner') return made
  if (made.as === 'waiting') {
    return { as: 'waiting', confirmation: await createConfirmation(db, id, null) }
  }
  const { person } = made
  const waits = person.type === 'admin' && person.status === 'pending'
  if (!waits || person.email_confirmed) return made
  // Whoever registered first need not be whose address it is: what counts comes with the link.
  return { as: 'waiting', confirmation: await createConfirmation(db, person.id, who) }
}

type Made = { as: 'owner' } | { as: 'waiting' } | { as: 'known'; person: KnownPerson }

async function makeAdmin(db: Db, id: string, who: Registration): Promise<Made> {
  try {
    return await write(db, { user: id }, (writing) => registerIn(writing, id, who))
  } catch (error) {
    // Somebody took the address in between.
    if ((error as { code?: string }).code !== '23505') throw error
    const person = await findKnown(db, who.email)
    if (!person) throw error
    return { as: 'known', person }
  }
}

async function registerIn(
  { tx, insert }: Writing,
  id: string,
  { name, email, passwordHash, mayOwn }: Registration,
): Promise<Made> {
  const ownerRole = await tx
    .selectFrom('roles')
    .select('id')
    .where('system', '=', true)
    .forUpdate()
    .executeTakeFirstOrThrow()
  const person = await findKnown(tx, email)
  if (person) return { as: 'known', person }
  const owner = mayOwn && !(await hasAdmins(tx))
  await insert('users', [
    {
      id,
      name,
      email,
      email_confirmed: owner,
      phone: null,
      type: 'admin',
      role_id: owner ? ownerRole.id : null,
      status: owner ? 'active' : 'pending',
      shopping_feed_status: 'active',
      image: null,
      business_name: null,
      location: null,
      about: null,
      last_active_at: null,
      deleted_at: null,
    },
  ])
  await setPassword(tx, id, passwordHash)
  return { as: owner ? 'owner' : 'waiting' }
}

/** The owners who may sign in. */
export async function activeOwners(db: Db): Promise<{ id: string; name: string; email: string }[]> {
  const found = await sql<{ id: string; name: string; email: string }>`
    select person.id, person.name, person.email
    from users as person join roles as role on role.id = person.role_id and role.system
    where person.deleted_at is null and person.type = 'admin' and person.status = 'active'
    order by person.id
  `.execute(db)
  return found.rows
}
