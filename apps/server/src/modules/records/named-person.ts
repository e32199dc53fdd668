import type { Db } from '../../db/connection/connection.ts'
import { Failure } from '../../http/failure.ts'
import { findPersonName } from './person-reference.store.ts'

/** Somebody whom a record names: a user, or somebody without an account. */
export interface NamedPerson {
  id: string | null
  name: string
}

/**
 * Who is meant, where that was sent: a user by their `_id`, or somebody by name alone.
 * @param present the `_id` of whom the record names already, who may be deleted meanwhile
 * @param path where it was sent, such as `data.payer`
 * @returns undefined for no change
 * @throws {Failure} `invalid` where there is no such user
 */
export async function findNamedPerson(
  db: Db,
  present: string | null,
  sent: { _id: string | null; name?: string | undefined } | undefined,
  path: string,
): Promise<NamedPerson | undefined> {
  if (!sent) return undefined
  if (sent._id === null) return { id: null, name: sent.name ?? '' }
  if (sent._id === present) return undefined
  const name = await findPersonName(db, sent._id)
  if (name !== undefined) return { id: sent._id, name }
  const msg = 'There is no such user. They may have just been deleted.'
  throw new Failure('invalid', msg, { errors: [{ path, msg }] })
}
