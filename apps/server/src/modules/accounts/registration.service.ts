import type { Db } from '../../db/connection/connection.ts'
import { write } from '../../db/write/write.ts'
import type { Caller } from '../../http/caller-address.ts'
import { newId } from '../../ids.ts'
import { accountHolder, addressAlone } from '../../mail/recipient.ts'
import type { Services } from '../../services.ts'
import { lockOwnerRole } from '../access/roles.store.ts'
import { setPassword } from '../auth/credentials.store.ts'
import { createConfirmation } from '../auth/links.store.ts'
import { findUserByEmail, hasAdmins, insertUser, type KnownPerson } from '../users/users.store.ts'
import { alreadyKnownEmail, confirmationEmail, ownerEmail } from './email-templates.ts'

/** Who registers. */
export interface Registration {
  name: string
  email: string
  passwordHash: string
  /** Whether they may become the owner, should there be no admin. */
  mayOwn: boolean
  /** Where the request comes from. */
  caller: Caller
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
  const added = await addAdmin(db, id, who)
  if (added === 'owner') return { as: 'owner' }
  if (added === 'waiting') {
    return { as: 'waiting', confirmation: await createConfirmation(db, id) }
  }
  const waits = added.type === 'admin' && added.status === 'pending'
  if (!waits || added.email_confirmed) return { as: 'known', person: added }
  // Whoever registered first need not be whose address it is: what counts comes with the link.
  const claim = { name: who.name, password_hash: who.passwordHash }
  return { as: 'waiting', confirmation: await createConfirmation(db, added.id, claim) }
}

/** @returns what the new admin is, or who has the address already */
async function addAdmin(
  db: Db,
  id: string,
  { name, email, passwordHash, mayOwn, caller }: Registration,
): Promise<'owner' | 'waiting' | KnownPerson> {
  try {
    return await write(db, { user: id, ...caller }, async (writing) => {
      const { tx } = writing
      const ownerRole = await lockOwnerRole(tx)
      const person = await findUserByEmail(tx, email)
      if (person) return person
      const owner = mayOwn && !(await hasAdmins(tx))
      await insertUser(writing, {
        id,
        name,
        email,
        email_confirmed: owner,
        type: 'admin',
        role_id: owner ? ownerRole.id : null,
        status: owner ? 'active' : 'pending',
      })
      await setPassword(tx, id, passwordHash)
      return owner ? 'owner' : 'waiting'
    })
  } catch (error) {
    // Somebody took the address in between.
    const person = isUniqueViolation(error) ? await findUserByEmail(db, email) : undefined
    if (!person) throw error
    return person
  }
}

const isUniqueViolation = (error: unknown) => (error as { code?: string }).code === '23505'

/** Tells whoever has the address what a registration with it came to. */
export function notifyOfRegistration(
  { mailer }: Pick<Services, 'mailer'>,
  address: string,
  registered: Registered,
): void {
  if (registered.as === 'known') {
    const { person } = registered
    const staff = person.type === 'admin' && person.status !== 'inactive'
    const to = accountHolder({ ...person, email: person.email ?? address })
    mailer.send(to, alreadyKnownEmail(staff))
    return
  }
  const email =
    registered.as === 'owner' ? ownerEmail() : confirmationEmail(registered.confirmation, null)
  mailer.send(addressAlone(address), email)
}
