import type { DataOf } from '@steward/contract/calls/endpoints'
import { type Said, say } from '@steward/i18n/sentence'
import { auditEvent } from '../../db/write/audit.ts'
import { write } from '../../db/write/write.ts'
import type { WriteTransaction } from '../../db/write/write-transaction.ts'
import type { Caller } from '../../http/caller-address.ts'
import { Failure } from '../../http/failure.ts'
import { newId } from '../../ids.ts'
import type { Services } from '../../services.ts'
import { sessionsEnded } from '../authentication/account-events.ts'
import { findAccountById } from '../authentication/credentials.store.ts'
import { idTokenContext, noteProviderSession } from '../authentication/provider-sessions.store.ts'
import { endSessions } from '../authentication/sessions.store.ts'
import type { SignInOrigin } from '../authentication/sign-in-origin.ts'
import { findKnownAccounts } from '../identity-providers/accounts.store.ts'
import { type ProviderPerson, personOf } from '../identity-providers/claims.rules.ts'
import {
  insertLink,
  noteLinkUsed,
  noteOwnerGroups,
} from '../identity-providers/identity-links.store.ts'
import {
  lockMappedRoles,
  type ProviderRow,
  shareProvider,
} from '../identity-providers/identity-providers.store.ts'
import { type Decision, decideSignIn } from '../identity-providers/sign-in.rules.ts'
import type { UserRecord } from '../roles/authority.store.ts'
import { lockActiveOwners } from '../roles/owners.store.ts'
import { readinessFailure } from '../sign-in/session.rules.ts'
import { beginSession } from '../sign-in/sign-in.service.ts'
import { newOwnerNotice } from '../users/user-change.rules.ts'
import type { Finished } from './authorization.service.ts'

/** How often a sign-in is decided anew, as the account that it is about has become another one meanwhile. */
const maxTries = 3

/** Signs in whoever a provider has named. @throws {Failure} `account_not_ready` with the reason */
export async function signInByProvider(
  services: Services,
  finished: Finished,
  { origin, caller }: { origin: SignInOrigin; caller: Caller },
): Promise<DataOf<'session.login'>> {
  const person = personOf(finished.claims, finished.provider)
  const { decision, user } = await admit(services, finished, person, caller)
  if (decision.as === 'refused' || !user) {
    const why = decision.as === 'refused' ? decision.why : ''
    throw await refuse(services, finished.provider, person, why, caller)
  }
  tellOwners(services, finished.provider, decision, { id: user, person })
  const account = await findAccountById(services.db, user)
  if (!account) throw new Error('the account is gone')
  const { password_hash: _, ...ready } = account
  const notReady = readinessFailure(ready)
  if (notReady) throw await refuse(services, finished.provider, person, notReady.said, caller)
  const { provider, claims, idToken } = finished
  const subject = person.subject ?? ''
  const begun = await beginSession(
    services,
    account,
    { provider: provider.id, subject },
    {
      origin,
      caller,
      how: `With ${provider.name}${decision.as === 'kept' ? ', kept as the last owner' : ''}`,
      onBegun: (tx, session) =>
        noteProviderSession(tx, {
          session_id: session,
          provider_id: provider.id,
          subject: String(claims['sub']).slice(0, 255),
          sid: typeof claims['sid'] === 'string' ? claims['sid'].slice(0, 500) : null,
          id_token: services.secrets.seal(idToken, idTokenContext(session)),
        }),
    },
  )
  if (!begun) {
    const why = say('“{provider}” can’t be used any more. Please begin again.', {
      provider: provider.name,
    })
    throw await refuse(services, provider, person, why, caller)
  }
  return begun
}

/** Logs a sign-in that is refused; returns its failure. */
async function refuse(
  { db }: Services,
  provider: ProviderRow,
  person: ProviderPerson,
  why: Said,
  caller: Caller,
): Promise<Failure> {
  await auditEvent(
    db,
    { user: null, ...caller },
    {
      action: 'sign-in-failed',
      area: 'accounts',
      record: { id: null, title: person.email ?? person.name ?? person.subject ?? '' },
      detail: `With ${provider.name}: ${why}`,
    },
  )
  return new Failure('account_not_ready', why)
}

interface Admitted {
  decision: Decision
  /** The account; null where it is refused. */
  user: string | null
}

/** Decides about a sign-in and writes what follows: a new account, a link, another role, or none. */
async function admit(
  { db }: Services,
  { provider: { id: providerId, name: providerName }, claims }: Finished,
  person: ProviderPerson,
  caller: Caller,
): Promise<Admitted> {
  for (let tries = 0; tries < maxTries; tries += 1) {
    const before = await findKnownAccounts(db, providerId, person)
    const known = (before.linked ?? before.sameAddress)?.user.id
    const user = known ?? newId()
    const actor = { user, ...caller, reason: `From the identity provider “${providerName}”` }
    const work = write(db, actor, async (writing) => {
      const { tx } = writing
      const provider = await shareProvider(tx, providerId)
      if (!provider?.enabled) return null
      if (before.linked?.owner || before.sameAddress?.owner) await lockActiveOwners(tx)
      const [row] = known ? await writing.lock('users', [known]) : []
      const roles = await lockMappedRoles(
        tx,
        provider.group_roles.map(({ role }) => role),
      )
      const now = await findKnownAccounts(tx, providerId, person)
      const account = now.linked ?? now.sameAddress
      if (account?.user.id !== known || (known && !row)) return null
      const decision = decideSignIn({ provider, person, claims, roles, ...now })
      await apply(writing, provider, person, decision, { user, row })
      return { decision, user: decision.as === 'refused' ? null : user }
    })
    const admitted = await work.catch((error: unknown) => {
      // Somebody else has taken the address meanwhile.
      if (isUniqueViolation(error)) return null
      throw error
    })
    if (admitted) return admitted
  }
  throw new Failure('conflict', 'Your account was being changed meanwhile. Please begin again.')
}

const isUniqueViolation = (error: unknown) => (error as { code?: string }).code === '23505'

async function apply(
  writing: WriteTransaction,
  provider: ProviderRow,
  person: ProviderPerson,
  decision: Decision,
  { user, row }: { user: string; row: UserRecord | undefined },
): Promise<void> {
  const { tx } = writing
  const subject = person.subject ?? ''
  if (decision.as === 'new') {
    await writing.insert('users', [
      {
        id: user,
        name: person.name ?? '',
        email: person.email,
        type: 'admin',
        status: decision.status,
        role_id: decision.role.id,
        provider_id: provider.id,
      },
    ])
    await insertLink(tx, provider.id, subject, user)
  } else if (decision.as === 'known' && row) {
    await writing.update('users', [row], {
      role_id: decision.role.id,
      provider_id: provider.id,
    })
    if (decision.links) await insertLink(tx, provider.id, subject, user)
  } else if (decision.as === 'refused' && decision.loses && row) {
    await loseRole(writing, row)
    return
  }
  if (decision.as !== 'refused') await noteLinkUsed(tx, provider.id, subject)
  if (decision.as === 'new' || decision.as === 'known')
    await noteOwnerGroups(tx, provider.id, subject, ownerGroupsOf(decision, person))
}

/** The groups by which somebody is an owner; null for others, and where the provider sends their groups by SCIM. */
const ownerGroupsOf = (
  decision: Extract<Decision, { as: 'new' | 'known' }>,
  { groups }: ProviderPerson,
): readonly string[] | null =>
  decision.role.system && !(decision.as === 'known' && decision.account.provisioned) ? groups : null

/** Takes the role of somebody whose groups give none any more, and signs them out everywhere. */
async function loseRole(writing: WriteTransaction, row: UserRecord): Promise<void> {
  await writing.update('users', [row], { role_id: null })
  const ended = await endSessions(writing.tx, row.id)
  if (ended > 0) writing.note(sessionsEnded(row, ended))
}

/** Mails the owners where somebody becomes one. */
function tellOwners(
  { notifyOwners }: Services,
  provider: ProviderRow,
  decision: Decision,
  { id, person }: { id: string; person: ProviderPerson },
): void {
  if (decision.as === 'refused' || decision.as === 'kept' || !decision.role.system) return
  if (decision.as === 'known' && decision.account.owner) return
  const name = decision.as === 'known' ? decision.account.user.name : (person.name ?? '')
  const status = decision.as === 'known' ? decision.account.user.status : decision.status
  const by = { user: { id: provider.id, name: provider.name } }
  notifyOwners(by, newOwnerNotice({ id, name, status }))
}
