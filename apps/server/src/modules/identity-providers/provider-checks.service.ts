import type { IdentityProvider } from '@steward/contract/identity-providers/identity-providers'
import { say } from '@steward/i18n/sentence'
import { checkEffect } from '../../db/write/change-guard.ts'
import type { WriteTransaction } from '../../db/write/write-transaction.ts'
import { conflict, invalidField } from '../../http/failure.ts'
import { AddressRefused, type Outbound } from '../../http/outbound.ts'
import type { Session } from '../../http/session.ts'
import type { Authorities } from '../roles/authority.store.ts'
import { type Giving, givingOf } from './group-roles.rules.ts'
import { lockMappedRoles, type ProviderRow } from './identity-providers.store.ts'
import { requireMayMap } from './mapping.rules.ts'
import type { SentProvider } from './provider-columns.rules.ts'

/** Whether who saves may give the roles of the mapping, and whether a change of who becomes an owner needs a consent. */
export async function requireMayChange(
  { tx, actor }: Pick<WriteTransaction, 'tx' | 'actor'>,
  authorities: Authorities,
  row: Pick<ProviderRow, 'name' | 'version' | keyof Giving>,
  sent: SentProvider,
): Promise<void> {
  const before = row.group_roles
  const after = sent.groupRoles ?? before
  const named = [...before, ...after].map(({ role }) => role)
  const roles = await lockMappedRoles(tx, named)
  requireMayMap(authorities, { before, after }, roles)
  const owners = roles.find(({ system }) => system)?.id
  if (owners === undefined) return
  const changed = {
    issuer: sent.issuer ?? row.issuer,
    client_id: sent.clientId ?? row.client_id,
    groups_claim: sent.groupsClaim ?? row.groups_claim,
    provisioner_id: sent.provisioner === undefined ? row.provisioner_id : sent.provisioner,
    group_roles: after,
  }
  if (givingOf(owners, row) === givingOf(owners, changed)) return
  const effect = { kind: 'setting', setting: 'ownerRoles', title: row.name } as const
  await checkEffect(tx, actor, { ...effect, version: String(row.version) })
}

export const serviceAccount = ({ provisioner }: SentProvider) => ({
  users: provisioner ? [provisioner] : [],
})

export function mustBeServiceAccount(
  authorities: Authorities,
  { provisioner }: SentProvider,
): void {
  if (!provisioner) return
  const found = authorities.person(provisioner)?.user
  if (found?.service && found.deleted_at === null) return
  throw invalidField('provisioner', 'must be a service account')
}

/** The same subject of another issuer is somebody else. */
export function mustKeepSubjects(
  before: IdentityProvider,
  { issuer, subjectClaim }: SentProvider,
): void {
  const moves =
    (issuer !== undefined && issuer !== before.issuer) ||
    (subjectClaim !== undefined && subjectClaim !== before.subjectClaim)
  if (!moves || before.people === 0) return
  throw conflict(
    say(
      '{count, plural, one {# account is} other {# accounts are}} linked by the issuer and subject of “{provider}”, so these can’t change. Add another identity provider instead.',
      { count: before.people, provider: before.name },
    ),
  )
}

/** That no request would go to a private network; what is found there is for the test of the form to say. */
export async function mustBeReachable(
  { outbound }: { outbound: Outbound },
  session: Session,
  issuer: string,
): Promise<void> {
  try {
    await outbound.check(issuer, session.user.id)
  } catch (error) {
    if (error instanceof AddressRefused) throw invalidField('issuer', error.said)
    throw error
  }
}
