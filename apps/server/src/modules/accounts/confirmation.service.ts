import type { Db } from '../../db/connection/connection.ts'
import { write } from '../../db/write/write.ts'
import type { Caller } from '../../http/caller-address.ts'
import type { UserRecord } from '../access/authority.store.ts'
import { removePasswords, setPassword } from '../auth/credentials.store.ts'
import { findConfirmation, takeConfirmation } from '../auth/links.store.ts'
import { findUnconfirmed } from './registration.store.ts'

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
