import type { Explained } from '@steward/contract/identity-providers/identity-providers'
import { userTypes } from '@steward/contract/users/users'
import { msg } from '@steward/i18n/reader'
import { messageOf, nested, type Said, say } from '@steward/i18n/sentence'
import type { Db } from '../../db/connection/connection.ts'
import { invalidField } from '../../http/failure.ts'
import type { Session } from '../../http/session.ts'
import { listedTypes } from '../roles/permissions.rules.ts'
import { findKnownAccounts } from './accounts.store.ts'
import { admittedBy, type Claims, personOf } from './claims.rules.ts'
import { roleByGroups } from './group-roles.rules.ts'
import { findMappedRoles, type ProviderRow } from './identity-providers.store.ts'
import { claimsOf, ProviderAway, type ProviderClients } from './provider-clients.ts'
import { type Decision, decideSignIn, type KnownAccount } from './sign-in.rules.ts'

/**
 * Says who would become what with an ID token, or with its claims as JSON. Changes nothing, and keeps nothing of it.
 * Accounts that the asker may not list count as not there, so that nobody finds out who has one.
 * @throws {Failure} `invalid` where it is neither
 */
export async function explain(
  { db, clients }: { db: Db; clients: ProviderClients },
  asker: Pick<Session, 'permissions'>,
  provider: ProviderRow,
  token: string,
): Promise<Explained> {
  const { claims, ...signature } = await readPasted(clients, provider, token)
  const person = personOf(claims, provider)
  const roles = await findMappedRoles(
    db,
    provider.group_roles.map(({ role }) => role),
  )
  const types = listedTypes(asker)
  const listed = (of: KnownAccount | null) => (of && types.includes(of.user.type) ? of : null)
  const found = await findKnownAccounts(db, provider.id, person)
  const known = { linked: listed(found.linked), sameAddress: listed(found.sameAddress) }
  const decision = decideSignIn({ provider, person, claims, roles, ...known })
  const { role, group } = roleByGroups(provider.group_roles, person.groups, roles)
  const account = known.linked ?? known.sameAddress
  const isPartial = !account && types.length < userTypes.length
  return {
    ...signature,
    subject: person.subject,
    name: person.name,
    email: person.email,
    emailVerified: person.emailVerified,
    groups: person.groups.slice(0, 200),
    group,
    role: role && { _id: role.id, name: role.name },
    rule: admittedBy(provider.admission, claims, person.groups) ?? null,
    person: account && { _id: account.user.id, name: account.user.name },
    ...(signature.signature === 'invalid' ? notValid : outcomeOf(decision, isPartial)),
  }
}

const notValid = {
  outcome: 'refused' as const,
  reason: messageOf(msg('The token isn’t valid, so nobody would be signed in with it.')),
}

/** @param isPartial whether there may be an account that is left out */
function outcomeOf(decision: Decision, isPartial: boolean): Pick<Explained, 'outcome' | 'reason'> {
  const told = (outcome: Explained['outcome'], why: Said) => ({
    outcome,
    reason: messageOf(
      isPartial
        ? say('{what} Accounts that you may not list are left out here.', { what: nested(why) })
        : why,
    ),
  })
  if (decision.as === 'refused') return told('refused', decision.why)
  if (decision.as === 'kept') {
    const { name } = decision.account.user
    return told('active', say('{name} signs in and stays the last owner.', { name }))
  }
  const { role, group } = decision
  const by = { role: role.name, group }
  if (decision.as === 'new') {
    return decision.status === 'active'
      ? told('active', say('A new account with the role “{role}” by the group “{group}”.', by))
      : told(
          'pending',
          say(
            'A new account with the role “{role}” by the group “{group}”, which waits for approval.',
            by,
          ),
        )
  }
  const { name, status } = decision.account.user
  const who = { ...by, name }
  if (status === 'inactive')
    return told('refused', say('The account of {name} is deactivated here.', { name }))
  if (status === 'pending')
    return told('pending', say('The account of {name} waits for approval.', { name }))
  return told(
    'active',
    decision.links
      ? say('{name} is linked, with the role “{role}” by the group “{group}”.', who)
      : say('{name} signs in, with the role “{role}” by the group “{group}”.', who),
  )
}

interface Pasted extends Pick<Explained, 'signature' | 'signatureProblem'> {
  claims: Claims
}

async function readPasted(
  clients: ProviderClients,
  provider: ProviderRow,
  token: string,
): Promise<Pasted> {
  const claims = token.startsWith('{') ? readJson(token) : claimsOf(token)
  if (!claims) {
    throw invalidField('token', 'must be an ID token, or its claims as a JSON object')
  }
  if (token.startsWith('{')) return { claims, signature: 'none', signatureProblem: null }
  try {
    const { verify } = await clients.clientOf(provider)
    await verify(token, { withoutExpiry: true })
    return { claims, signature: 'valid', signatureProblem: null }
  } catch (error) {
    return { claims, signature: 'invalid', signatureProblem: messageOf(whyInvalid(error)) }
  }
}

function readJson(text: string): Claims | null {
  try {
    const claims: unknown = JSON.parse(text)
    return typeof claims === 'object' ? (claims as Claims | null) : null
  } catch {
    return null
  }
}

/** Why a token isn't valid, in a sentence. */
export function whyInvalid(error: unknown): Said {
  if (error instanceof ProviderAway) return error.why
  const { code, claim } = error as { code?: string; claim?: string }
  if (code === 'ERR_JWT_CLAIM_VALIDATION_FAILED' && claim === 'iss')
    return msg('The token is from another issuer.')
  if (code === 'ERR_JWT_CLAIM_VALIDATION_FAILED' && claim === 'aud')
    return msg('The token is for another client.')
  if (code === 'ERR_JWT_EXPIRED') return msg('The token has expired.')
  if (code === 'ERR_JOSE_ALG_NOT_ALLOWED')
    return msg('The token is signed in a way that isn’t accepted here.')
  return msg('The token isn’t signed by a key of this provider.')
}
