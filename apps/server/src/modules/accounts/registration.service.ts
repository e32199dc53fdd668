import type { Db } from '../../db/connection/connection.ts'
import { write } from '../../db/write/write.ts'
import type { Caller } from '../../http/caller-address.ts'
import { newId } from '../../ids.ts'
import { accountHolder, addressAlone } from '../../mail/recipient.ts'
import type { Services } from '../../services.ts'
import { removePasswords, setPassword } from '../authentication/credentials.store.ts'
import {
  alreadyKnownEmail,
  confirmationEmail,
  ownerEmail,
} from '../authentication/email-templates.ts'
import {
  createConfirmation,
  findConfirmation,
  takeConfirmation,
} from '../authentication/links.store.ts'
import type { UserRecord } from '../roles/authority.store.ts'
import { lockOwnerRole } from '../roles/roles.store.ts'
import {
  findUnconfirmed,
  findUserByEmail,
  hasAdmins,
  type KnownPerson,
} from '../users/users.store.ts'

export interface Registration {
  name: string
  email: string
  passwordHash: string
  /** Whether the person may become the owner if there is no admin yet. */
  mayOwn: boolean
  caller: Caller
}

/** The outcome of a registration; `confirmation` is the token of the mailed link. */
export type Registered =
  | { as: 'owner' }
  | { as: 'waiting'; confirmation: string }
  | { as: 'known'; person: KnownPerson }

/** Registers an admin: the first becomes the owner, others must confirm their address. */
export async function registerAdmin(db: Db, who: Registration): Promise<Registered> {
  const id = newId()
  const added = await addAdmin(db, id, who)
  if (added === 'owner') return { as: 'owner' }
  if (added === 'waiting') return { as: 'waiting', confirmation: await createConfirmation(db, id) }
  const waits = added.type === 'admin' && added.status === 'pending'
  if (!waits || added.email_confirmed) return { as: 'known', person: added }
  // Name and password count once the link is used, since anybody can register with an address.
  const claim = { name: who.name, password_hash: who.passwordHash }
  return { as: 'waiting', confirmation: await createConfirmation(db, added.id, claim) }
}

/** Adds an admin; returns their state, or who has the address already. */
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
      const [role_id, status] = owner
        ? [ownerRole.id, 'active' as const]
        : [null, 'pending' as const]
      await writing.insert('users', [
        { id, name, email, email_confirmed: owner, type: 'admin', role_id, status },
      ])
      await setPassword(tx, id, passwordHash)
      return owner ? 'owner' : 'waiting'
    })
  } catch (error) {
    // Another request has taken the address meanwhile.
    const person = isUniqueViolation(error) ? await findUserByEmail(db, email) : undefined
    if (!person) throw error
    return person
  }
}

const isUniqueViolation = (error: unknown) => (error as { code?: string }).code === '23505'

/** Mails the outcome of a registration to its address. */
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

/** Confirms an address by a link's token; returns whether the link was still valid and unused. */
export async function confirmAddress(db: Db, token: string, caller: Caller): Promise<boolean> {
  const user = await findConfirmation(db, token)
  if (user === undefined) return false
  return await write(db, { user, ...caller }, async (writing) => {
    const { tx, lock } = writing
    const [person] = await lock('users', [user])
    if (!person || !mayConfirm(person)) return false
    const claim = await takeConfirmation(tx, token, user)
    if (!claim) return false
    if (claim.password_hash !== null) await setPassword(tx, user, claim.password_hash)
    const name = claim.name === null ? {} : { name: claim.name }
    await writing.update('users', [person], { email_confirmed: true, ...name })
    return true
  })
}

const mayConfirm = (person: UserRecord) =>
  person.type === 'admin' && person.status === 'pending' && person.deleted_at === null

/** The greatest number of unconfirmed registrations; beyond it the oldest expire. */
const maxUnconfirmed = 1_000

/** Deletes registrations that weren't confirmed in time, at each new one; returns how many. */
export async function expireUnconfirmed(db: Db, max = maxUnconfirmed): Promise<number> {
  return await write(db, { system: 'registration' }, async (writing) => {
    const { tx, lock } = writing
    const rows = await lock('users', await findUnconfirmed(tx, max))
    // Skip those that were confirmed or decided meanwhile.
    const expired = rows.filter((row) => mayConfirm(row) && !row.email_confirmed)
    const ids = expired.map(({ id }) => id)
    await removePasswords(tx, ids)
    await writing.update('users', expired, { deleted_at: new Date().toISOString() })
    return expired.length
  })
}
