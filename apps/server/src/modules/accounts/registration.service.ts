import type { Db } from '../../db/connection/connection.ts'
import { write } from '../../db/write/write.ts'
import type { Caller } from '../../http/caller-address.ts'
import { newId } from '../../ids.ts'
import { accountHolder, addressAlone } from '../../mail/recipient.ts'
import type { Services } from '../../services.ts'
import { lockOwnerRole } from '../access/roles.store.ts'
import { setPassword } from '../auth/credentials.store.ts'
import { alreadyKnownEmail, confirmationEmail, ownerEmail } from '../auth/email-templates.ts'
import { createConfirmation } from '../auth/links.store.ts'
import { findUserByEmail, hasAdmins, insertUser, type KnownPerson } from '../users/users.store.ts'

export interface Registration {
  name: string
  email: string
  passwordHash: string
  /** If there is no admin yet. */
  mayOwn: boolean
  caller: Caller
}

/** `confirmation` is the token of a link. */
export type Registered =
  | { as: 'owner' }
  | { as: 'waiting'; confirmation: string }
  | { as: 'known'; person: KnownPerson }

/** The first admin becomes the owner, decided under the owner role's lock; others have to confirm their address. */
export async function registerAdmin(db: Db, who: Registration): Promise<Registered> {
  const id = newId()
  const added = await addAdmin(db, id, who)
  if (added === 'owner') return { as: 'owner' }
  if (added === 'waiting') return { as: 'waiting', confirmation: await createConfirmation(db, id) }
  const waits = added.type === 'admin' && added.status === 'pending'
  if (!waits || added.email_confirmed) return { as: 'known', person: added }
  // The first to register need not own the address: what counts comes with the link.
  const claim = { name: who.name, password_hash: who.passwordHash }
  return { as: 'waiting', confirmation: await createConfirmation(db, added.id, claim) }
}

/** @returns the new admin's state, or who has the address */
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
    // The address was taken meanwhile.
    const person = isUniqueViolation(error) ? await findUserByEmail(db, email) : undefined
    if (!person) throw error
    return person
  }
}

const isUniqueViolation = (error: unknown) => (error as { code?: string }).code === '23505'

/** Mails the outcome to the address. */
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
