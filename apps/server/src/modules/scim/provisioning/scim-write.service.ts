import { write } from '../../../db/write/write.ts'
import type { WriteTransaction } from '../../../db/write/write-transaction.ts'
import { actorOf, type Session } from '../../../http/session.ts'
import type { Services } from '../../../services.ts'
import type { OwnerNotice } from '../../records/revert.ts'
import { noSuchResource, ScimError } from '../protocol/scim-error.ts'
import { etagOf } from '../protocol/scim-meta.ts'
import { lockProvider, type Provider } from './scim-providers.store.ts'

/** Who provisions by which key. */
export interface Provisioning {
  services: Services
  provider: Provider
  session: Session
  /** The `If-Match` of the request. */
  ifMatch: string | undefined
}

/** A write of what a provider has provisioned. */
export interface Writing {
  writing: WriteTransaction
  provider: Provider
}

/** Refuses a change of a version that is no longer there (RFC 7644, 3.14). */
export function mustMatch({ ifMatch }: Provisioning, version: string | number): void {
  if (ifMatch === undefined || ifMatch.trim() === '*') return
  const named = ifMatch.split(',').map((each) => each.trim())
  if (named.includes(etagOf(version))) return
  throw new ScimError(412, undefined, 'The resource has changed since. Read it again.')
}

/** Changes what a provider has provisioned, one write of it at a time; owners are told as of any other change. */
export async function writeFor<R>(
  { services: { db, notifyOwners }, provider, session }: Provisioning,
  work: (at: Writing) => Promise<{ result: R; notices: OwnerNotice[] }>,
): Promise<R> {
  const { result, notices } = await write(db, actorOf(session), async (writing) => {
    const locked = await lockProvider(writing.tx, provider)
    if (!locked) throw noSuchResource()
    return await work({ writing, provider: locked })
  })
  for (const notice of notices) notifyOwners(session, notice)
  return result
}
